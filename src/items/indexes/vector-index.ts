/**
 * Maintains a vector index. A row changes with the vector, its scope and the filter attributes; a write
 * that changes only what is projected beside them leaves the row as it is, but costs as much, because
 * clients see another entry.
 */
import { isDeepStrictEqual } from 'node:util'
import { attributeOf } from '../../model/item.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import type { Mutation } from '../../storage/engine.js'
import type { StoredItem } from '../stored-item.js'
import {
  untouched,
  type EntryPut,
  type Maintainer,
  type Maintenance,
  type WrittenEntry,
} from './maintainer.js'
import { listBytes, vectorEntry, type VectorEntry } from './vector-entry.js'

export const vectorIndex: Maintainer<VectorIndexDefinition> = {
  entries({ keySchema }, index, { stored, key }) {
    const entry = vectorEntry(keySchema, index, stored.item, key)
    return entry === undefined ? [] : [putOf(index, entry)]
  },

  mutations({ keySchema }, index, { key, before, after }) {
    if (before === after) return untouched
    const old = before && vectorEntry(keySchema, index, before.item, key)
    const fresh = after && vectorEntry(keySchema, index, after.item, key)
    const { mutations, written } = entryChange(index, old, fresh)
    return { mutations: [...mutations, ...listChange(index, before, after)], written }
  },

  // Also of an item that the index has no entry for, because the attribute of its scope is missing.
  countedBeside({ attribute, dimensions, listsSpace: space }, { item }) {
    const bytes = space && listBytes(dimensions, attributeOf(item, attribute))
    return space === undefined || bytes === undefined ? undefined : { space, bytes }
  },
}

function entryChange(
  index: VectorIndexDefinition,
  old: VectorEntry | undefined,
  fresh: VectorEntry | undefined,
): Maintenance {
  if (old === undefined) return fresh === undefined ? untouched : added(index, fresh)
  if (fresh === undefined) return removed(index, old)
  if (!old.key.equals(fresh.key)) return moved(index, old, fresh)
  const isSameRow = old.row.equals(fresh.row)
  if (isSameRow && isDeepStrictEqual(old.projected, fresh.projected)) return untouched
  return {
    mutations: [
      ...(isSameRow ? [] : [putOf(index, fresh)]),
      tally(index, 0, fresh.sizeBytes - old.sizeBytes),
    ],
    written: [written(index, fresh, Math.max(old.sizeBytes, fresh.sizeBytes))],
  }
}

/** Nothing for a vector that is as long as before, in bytes too. */
function listChange(
  { attribute, dimensions, listsSpace: space }: VectorIndexDefinition,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): readonly Mutation[] {
  if (space === undefined) return []
  const old = before && attributeOf(before.item, attribute)
  const fresh = after && attributeOf(after.item, attribute)
  if (old === fresh) return []
  const [oldBytes, freshBytes] = [listBytes(dimensions, old), listBytes(dimensions, fresh)]
  const entries = (freshBytes === undefined ? 0 : 1) - (oldBytes === undefined ? 0 : 1)
  const bytes = (freshBytes ?? 0) - (oldBytes ?? 0)
  return entries === 0 && bytes === 0 ? [] : [{ kind: 'tally', space, entries, bytes }]
}

function putOf({ space }: VectorIndexDefinition, { key, row, sizeBytes }: VectorEntry): EntryPut {
  return { kind: 'put', space, key, value: row, weight: sizeBytes }
}

function tally({ space }: VectorIndexDefinition, entries: number, bytes: number): Mutation {
  return { kind: 'tally', space, entries, bytes }
}

function written(
  { name: indexName }: VectorIndexDefinition,
  { key, projected: subject }: VectorEntry,
  bytes: number,
): WrittenEntry {
  return { indexName, kind: 'vector-write', key, bytes, subject }
}

function added(index: VectorIndexDefinition, entry: VectorEntry): Maintenance {
  const { sizeBytes } = entry
  return {
    mutations: [putOf(index, entry), tally(index, 1, sizeBytes)],
    written: [written(index, entry, sizeBytes)],
  }
}

function removed(index: VectorIndexDefinition, entry: VectorEntry): Maintenance {
  const { key, sizeBytes } = entry
  return {
    mutations: [{ kind: 'delete', space: index.space, key }, tally(index, -1, -sizeBytes)],
    written: [written(index, entry, sizeBytes)],
  }
}

function moved(index: VectorIndexDefinition, old: VectorEntry, fresh: VectorEntry): Maintenance {
  const [first, second] = [removed(index, old), added(index, fresh)]
  return {
    mutations: [...first.mutations, ...second.mutations],
    written: [...first.written, ...second.written],
  }
}
