/** The maintainer of each kind of derived data, and what all of them do for a write. */
import type { Derived } from '../../catalog/derived.js'
import type { Table } from '../../catalog/table.js'
import type { Mutation } from '../../storage/engine.js'
import { expiryList } from './expiry-list.js'
import { maintainedAt } from './maintained.js'
import {
  untouched,
  type Maintainer,
  type Maintenance,
  type Rewrite,
  type WrittenEntry,
} from './maintainer.js'
import { secondaryIndex } from './secondary-index.js'
import { vectorIndex } from './vector-index.js'

const maintainers: Readonly<Record<Derived['kind'], Maintainer>> = {
  local: secondaryIndex,
  global: secondaryIndex,
  vector: vectorIndex,
  expiry: expiryList,
  // Counters are no entries of single items: see `write/collection-sizes.ts`.
  collections: { entries: () => [], mutations: () => untouched },
  // Versions do not follow from items: see `write/item-version.ts`.
  versions: { entries: () => [], mutations: () => untouched },
}

export function maintainerOf({ kind }: Derived): Maintainer {
  return maintainers[kind]
}

/**
 * What a write changes in everything derived from its item. `cursors` are the results of
 * `cursorReads`.
 */
export function keepInStep(
  table: Table,
  rewrite: Rewrite,
  cursors: readonly (Buffer | undefined)[],
): Maintenance {
  if (table.derived.length === 0) return untouched
  const mutations: Mutation[] = []
  const written: WrittenEntry[] = []
  for (const derived of maintainedAt(table, rewrite.key, cursors)) {
    const kept = maintainerOf(derived).mutations(table, derived, rewrite)
    mutations.push(...kept.mutations)
    written.push(...kept.written)
  }
  return { mutations, written }
}
