/**
 * Maintains a local or global index. If a write changes nothing that the index holds, the index is
 * not touched and costs nothing.
 */
import type { IndexDefinition } from '../../model/table.js'
import { indexEntry, type IndexEntry } from './index-entry.js'
import { untouched, type EntryPut, type Maintainer, type Maintenance } from './maintainer.js'

export const secondaryIndex: Maintainer<IndexDefinition> = {
  entries({ keySchema }, index, { stored }) {
    const entry = indexEntry(keySchema, index, stored)
    return entry === undefined ? [] : [putOf(index.space, entry)]
  },

  mutations({ keySchema }, index, { before, after }) {
    const old = before && indexEntry(keySchema, index, before)
    const fresh = after && indexEntry(keySchema, index, after)
    if (old === undefined) return fresh === undefined ? untouched : added(index, fresh)
    if (fresh === undefined) return removed(index, old)
    if (!old.key.equals(fresh.key)) return joined(removed(index, old), added(index, fresh))
    if (old.stored.equals(fresh.stored)) return untouched
    return replaced(index, old, fresh)
  },
}

function putOf(space: number, { key, stored }: IndexEntry): EntryPut {
  return { kind: 'put', space, key, value: stored.record, weight: stored.sizeBytes }
}

function added({ space, name: indexName }: IndexDefinition, entry: IndexEntry): Maintenance {
  const bytes = entry.stored.sizeBytes
  return {
    mutations: [putOf(space, entry), { kind: 'tally', space, entries: 1, bytes }],
    written: [{ indexName, kind: 'write', key: entry.key, bytes, subject: entry.stored }],
  }
}

function removed(
  { space, name: indexName }: IndexDefinition,
  { key, stored }: IndexEntry,
): Maintenance {
  const bytes = stored.sizeBytes
  return {
    mutations: [
      { kind: 'delete', space, key },
      { kind: 'tally', space, entries: -1, bytes: -bytes },
    ],
    written: [{ indexName, kind: 'write', key, bytes, subject: stored }],
  }
}

function replaced(
  { space, name: indexName }: IndexDefinition,
  old: IndexEntry,
  fresh: IndexEntry,
): Maintenance {
  const [oldBytes, freshBytes] = [old.stored.sizeBytes, fresh.stored.sizeBytes]
  return {
    mutations: [
      putOf(space, fresh),
      { kind: 'tally', space, entries: 0, bytes: freshBytes - oldBytes },
    ],
    written: [
      {
        indexName,
        kind: 'write',
        key: fresh.key,
        bytes: Math.max(oldBytes, freshBytes),
        subject: fresh.stored,
      },
    ],
  }
}

function joined(first: Maintenance, second: Maintenance): Maintenance {
  return {
    mutations: [...first.mutations, ...second.mutations],
    written: [...first.written, ...second.written],
  }
}
