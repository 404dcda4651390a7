/**
 * The one maintainer of local and global indexes: what must change in an index when an item does.
 * An index that sees no difference is not touched and costs nothing.
 */
import type { KeySchema } from '../../model/key-schema.js'
import type { IndexDefinition } from '../../model/table.js'
import type { Mutation } from '../../storage/engine.js'
import type { StoredItem } from '../stored-item.js'
import { indexEntry, type IndexEntry } from './index-entry.js'

export interface IndexChange {
  readonly mutations: readonly Mutation[]
  /** Each entry that is added, replaced or removed: each is a write of its own. */
  readonly written: readonly WrittenEntry[]
}

export interface WrittenEntry {
  readonly key: Buffer
  readonly bytes: number
}

const unchanged: IndexChange = { mutations: [], written: [] }

export function indexChange(
  tableSchema: KeySchema,
  index: IndexDefinition,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): IndexChange {
  const old = before && indexEntry(tableSchema, index, before)
  const fresh = after && indexEntry(tableSchema, index, after)
  if (old !== undefined && fresh !== undefined && old.key.equals(fresh.key)) {
    return old.stored.record.equals(fresh.stored.record)
      ? unchanged
      : replaced(index.space, old, fresh)
  }
  return joined(
    old === undefined ? unchanged : removed(index.space, old),
    fresh === undefined ? unchanged : added(index.space, fresh),
  )
}

function added(space: number, { key, stored }: IndexEntry): IndexChange {
  const bytes = stored.sizeBytes
  return {
    mutations: [
      { kind: 'put', space, key, value: stored.record, weight: bytes },
      { kind: 'tally', space, entries: 1, bytes },
    ],
    written: [{ key, bytes }],
  }
}

function removed(space: number, { key, stored }: IndexEntry): IndexChange {
  const bytes = stored.sizeBytes
  return {
    mutations: [
      { kind: 'delete', space, key },
      { kind: 'tally', space, entries: -1, bytes: -bytes },
    ],
    written: [{ key, bytes }],
  }
}

function replaced(space: number, old: IndexEntry, fresh: IndexEntry): IndexChange {
  const [oldBytes, freshBytes] = [old.stored.sizeBytes, fresh.stored.sizeBytes]
  return {
    mutations: [
      { kind: 'put', space, key: fresh.key, value: fresh.stored.record, weight: freshBytes },
      { kind: 'tally', space, entries: 0, bytes: freshBytes - oldBytes },
    ],
    written: [{ key: fresh.key, bytes: Math.max(oldBytes, freshBytes) }],
  }
}

function joined(first: IndexChange, second: IndexChange): IndexChange {
  return {
    mutations: [...first.mutations, ...second.mutations],
    written: [...first.written, ...second.written],
  }
}
