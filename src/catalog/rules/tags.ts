/** Which tags a table may have, and how requests change them. */
import { validation } from '../../model/errors.js'
import {
  tagKeyLengthMax,
  tagsPerTableMax,
  tagsSizeBytesMax,
  tagValueLengthMax,
} from '../../model/limits.js'
import type { Tag } from '../../model/table.js'

/** A tag as a client requests it. */
export type TagRequest = Partial<Tag>

/** AWS: letters, digits and spaces of any script, and these. */
const allowed = /^[\p{L}\p{N}\p{Z}+\-=._:/@]*$/u

/** Lengths count characters, not UTF-16 units. */
export function checkedTags(requests: readonly TagRequest[]): readonly Tag[] {
  const seen = new Set<string>()
  const tags = requests.map((request): Tag => {
    const key = checkedTagKey(request.key)
    const value = checkedTagValue(request.value)
    if (seen.has(key)) {
      throw validation(`Duplicate Tag Keys provided as input: Duplicate Tag Key found ${key}`)
    }
    seen.add(key)
    return { key, value }
  })
  requireTagCount(tags.length)
  requireTagSize(tags)
  return tags
}

/** The keys of tags to remove. */
export function checkedTagKeys(keys: readonly (string | undefined)[]): ReadonlySet<string> {
  const checked = new Set(keys.map(checkedTagKey))
  requireTagCount(keys.length)
  return checked
}

function checkedTagKey(key: string | undefined): string {
  if (key === undefined || key === '' || !isAllowed(key, tagKeyLengthMax)) {
    throw validation(`The Tag Key provided is invalid, Key: ${key ?? 'null'}`)
  }
  if (key.toLowerCase().startsWith('aws:')) {
    throw validation(`Tag Key cannot be prefixed with aws:, Key: ${key}`)
  }
  return key
}

function checkedTagValue(value: string | undefined): string {
  if (value === undefined || !isAllowed(value, tagValueLengthMax)) {
    throw validation(`The Tag Value provided is invalid, Value: ${value ?? 'null'}`)
  }
  return value
}

function isAllowed(text: string, charactersMax: number): boolean {
  return [...text].length <= charactersMax && allowed.test(text)
}

function requireTagCount(count: number): void {
  if (count <= tagsPerTableMax) return
  throw validation('Number of Tags exceed the current limit for the provided ResourceArn')
}

function requireTagSize(tags: readonly Tag[]): void {
  const bytes = tags.reduce((sum, { key, value }) => sum + Buffer.byteLength(key + value), 0)
  if (bytes <= tagsSizeBytesMax) return
  throw validation(
    `Tag set size ${bytes} bytes is above max size limit of ${tagsSizeBytesMax} bytes`,
  )
}

/** New values replace old ones of the same key. */
export function withTags(current: readonly Tag[], added: readonly Tag[]): readonly Tag[] {
  const byKey = new Map([...current, ...added].map((tag) => [tag.key, tag]))
  const tags = [...byKey.values()]
  requireTagCount(tags.length)
  requireTagSize(tags)
  return tags
}

/** Absent keys are not an error. */
export function withoutTags(current: readonly Tag[], keys: ReadonlySet<string>): readonly Tag[] {
  return current.filter(({ key }) => !keys.has(key))
}
