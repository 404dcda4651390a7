/** What leads from one set of tags to another. */
import type { Tag } from '../../api/generated/dynamodb-types.js'
import type { TagDraft } from './table-draft.js'

export interface TagChanges {
  readonly added: readonly Tag[]
  readonly removed: readonly string[]
}

export function tagChanges(stored: readonly Tag[], wanted: readonly TagDraft[]): TagChanges {
  const before = new Map(stored.map(({ Key, Value }) => [Key, Value]))
  const keys = new Set(wanted.map(({ key }) => key))
  return {
    added: wanted
      .filter(({ key, value }) => before.get(key) !== value)
      .map(({ key, value }) => ({ Key: key, Value: value })),
    removed: [...before.keys()].filter((key) => !keys.has(key)),
  }
}
