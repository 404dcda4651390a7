/** Which tags a table may have, and how requests change them. */
import { invalidParameter, validation } from '../../model/errors.js'
import { tagKeyLengthMax, tagsPerTableMax, tagValueLengthMax } from '../../model/limits.js'
import type { Tag } from '../../model/table.js'

/** Lengths count characters, not UTF-16 units. */
export function checkTags(tags: readonly Tag[]): void {
  const seen = new Set<string>()
  for (const { key, value } of tags) {
    if (characters(key) > tagKeyLengthMax || characters(value) > tagValueLengthMax) {
      throw invalidParameter(
        `Tag keys have at most ${tagKeyLengthMax} characters and tag values at most ${tagValueLengthMax}`,
      )
    }
    if (key.toLowerCase().startsWith('aws:')) {
      throw invalidParameter(`Tag keys starting with aws: are reserved for system use: ${key}`)
    }
    if (seen.has(key)) throw invalidParameter(`Duplicate tag key: ${key}`)
    seen.add(key)
  }
  requireTagCount(tags)
}

function requireTagCount(tags: readonly Tag[]): void {
  if (tags.length <= tagsPerTableMax) return
  throw validation(`The number of tags exceeds the limit of ${tagsPerTableMax} tags per resource`)
}

/** New values replace old ones of the same key. */
export function withTags(current: readonly Tag[], added: readonly Tag[]): readonly Tag[] {
  const byKey = new Map([...current, ...added].map((tag) => [tag.key, tag]))
  const tags = [...byKey.values()]
  requireTagCount(tags)
  return tags
}

/** Absent keys are not an error. */
export function withoutTags(current: readonly Tag[], keys: ReadonlySet<string>): readonly Tag[] {
  return current.filter(({ key }) => !keys.has(key))
}

function characters(text: string): number {
  return [...text].length
}
