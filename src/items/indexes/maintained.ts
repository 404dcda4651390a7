/**
 * Which indexes a write keeps in step: all that are built, and of one that is being built the part
 * below its cursor. Beyond the cursor the backfill will come by and find what the write left. The list
 * of what expires is kept by the same rule.
 */
import { decodeCursor, getCursor } from '../../catalog/build-cursor.js'
import type { Table } from '../../catalog/table.js'
import type { ExpiryIndex, IndexDefinition } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import type { Get } from '../../storage/engine.js'

/** What a write has to read beside its item: a cursor for all that is being built, as a rule nothing. */
export function cursorReads({ indexes, expiry }: Table): readonly Get[] {
  if (!indexes.some(isBuilding) && expiry?.build === undefined) return nothing
  const building = indexes.filter(isBuilding).map(getCursor)
  return expiry?.build === undefined ? building : [...building, getCursor(expiry)]
}

const nothing: readonly Get[] = []

/** `cursors` is what `cursorReads` found, in its order. */
export function maintainedIndexes(
  { indexes }: Table,
  itemKey: Uint8Array,
  cursors: readonly (Buffer | undefined)[],
): readonly IndexDefinition[] {
  if (!indexes.some(isBuilding)) return indexes
  const building = indexes.filter(isBuilding)
  assert(building.length <= cursors.length, 'a write has read the cursors of indexes being built')
  const ahead = building.filter((_, i) => Buffer.compare(itemKey, decodeCursor(cursors[i])) >= 0)
  return indexes.filter((index) => !ahead.includes(index))
}

/** The list of what expires, if there is one and it is to know of this item. */
export function maintainedExpiry(
  { expiry }: Table,
  itemKey: Uint8Array,
  cursors: readonly (Buffer | undefined)[],
): ExpiryIndex | undefined {
  if (expiry?.build === undefined) return expiry
  return Buffer.compare(itemKey, decodeCursor(cursors.at(-1))) < 0 ? expiry : undefined
}

function isBuilding({ build }: IndexDefinition): boolean {
  return build !== undefined
}
