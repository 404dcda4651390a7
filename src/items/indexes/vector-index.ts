/**
 * Maintains a vector index. A row changes with the vector, its scope and the filter attributes; a write
 * that changes only what is projected beside them leaves the row as it is, but costs as much, because
 * clients see another entry.
 */
import { isDeepStrictEqual } from 'node:util'
import type { VectorIndexDefinition } from '../../model/table.js'
import type { Mutation } from '../../storage/engine.js'
import {
  untouched,
  type EntryPut,
  type Maintainer,
  type Maintenance,
  type WrittenEntry,
} from './maintainer.js'
import { vectorEntry, type VectorEntry } from './vector-entry.js'

export const vectorIndex: Maintainer<VectorIndexDefinition> = {
  entries({ keySchema }, index, { stored, key }) {
    const entry = vectorEntry(keySchema, index, stored.item, key)
    return entry === undefined ? [] : [putOf(index, entry)]
  },

  mutations({ keySchema }, index, { key, before, after }) {
    if (before === after) return untouched
    const old = before && vectorEntry(keySchema, index, before.item, key)
    const fresh = after && vectorEntry(keySchema, index, after.item, key)
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
  },
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
