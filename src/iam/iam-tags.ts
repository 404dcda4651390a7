/** Tags of principals, policies and providers. They are kept in the order of their keys. */
import type { SessionTag } from '../model/caller.js'
import { iamTagsMax } from './quotas.js'
import { iamLimitExceeded, invalidInput } from './refusals.js'

/** AWS: the tags of users and roles are told apart whatever their case; those of others by it, too. */
export type TagCase = 'ignored' | 'counts'

export function requireDistinctTags(tags: readonly SessionTag[], tagCase: TagCase): void {
  const keys = new Set(tags.map(({ key }) => comparable(key, tagCase)))
  if (keys.size === tags.length) return
  const hint = tagCase === 'ignored' ? ' Please note that Tag keys are case insensitive.' : ''
  throw invalidInput(`Duplicate tag keys found.${hint}`)
}

/** Adds tags, or changes the values of those that are there. */
export function withIamTags(
  current: readonly SessionTag[],
  added: readonly SessionTag[],
  tagCase: TagCase,
): readonly SessionTag[] {
  const kept = withoutIamTags(
    current,
    added.map(({ key }) => key),
    tagCase,
  )
  if (kept.length + added.length > iamTagsMax) {
    throw iamLimitExceeded('The number of tags has reached the maximum limit.')
  }
  return sortedTags([...kept, ...added])
}

export function withoutIamTags(
  current: readonly SessionTag[],
  keys: readonly string[],
  tagCase: TagCase,
): readonly SessionTag[] {
  const gone = new Set(keys.map((key) => comparable(key, tagCase)))
  return current.filter(({ key }) => !gone.has(comparable(key, tagCase)))
}

export function sortedTags(tags: readonly SessionTag[]): readonly SessionTag[] {
  return tags.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function comparable(key: string, tagCase: TagCase): string {
  return tagCase === 'ignored' ? key.toLowerCase() : key
}
