/** What a provider says about a session, in claims that AWS defines: tags, and a source identity. */
import type { WebToken } from '../../iam/json-web-token.js'
import { sessionTagsMax, tagKeyLengthMax, tagValueLengthMax } from '../../model/limits.js'
import { readSessionTags, type AskedTags } from './session-tags.js'
import { invalidToken } from './web-identity.js'

const claimPrefix = 'https://aws.amazon.com/'

interface TagsClaim {
  readonly principal_tags?: unknown
  readonly transitive_tag_keys?: unknown
}

export function tagsIn({ claims }: WebToken): AskedTags {
  const claim = claims[`${claimPrefix}tags`]
  if (claim === undefined) return { tags: [], transitiveKeys: [] }
  if (typeof claim !== 'object' || claim === null) throw unreadable()
  const { principal_tags: tags = {}, transitive_tag_keys: transitive = [] } = claim as TagsClaim
  if (typeof tags !== 'object' || tags === null || !Array.isArray(transitive)) throw unreadable()
  const named = Object.entries(tags).map(([Key, value]) => ({ Key, Value: textIn(value) }))
  if (named.length > sessionTagsMax || named.some(isTooLong)) throw unreadable()
  return readSessionTags(named, transitive.map(textIn))
}

/** AWS: a list of one, or a text. */
function textIn(value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const [only, ...rest] = list
  if (typeof only === 'string' && rest.length === 0) return only
  throw unreadable()
}

function isTooLong({ Key, Value }: { readonly Key: string; readonly Value: string }): boolean {
  return Key === '' || Key.length > tagKeyLengthMax || Value.length > tagValueLengthMax
}

const sourceIdentityForm = /^[\w+=,.@-]{2,64}$/

export function sourceIdentityIn({ claims }: WebToken): string | undefined {
  const value = claims[`${claimPrefix}source_identity`]
  if (value === undefined) return undefined
  if (typeof value === 'string' && sourceIdentityForm.test(value)) return value
  throw unreadable()
}

function unreadable(): Error {
  return invalidToken('The claims of the token for its session cannot be read')
}
