/**
 * Which indexes a write keeps in step: all that are built, and of one that is being built the part
 * below its cursor. Beyond the cursor the backfill will come by and find what the write left.
 */
import { decodeCursor, getCursor } from '../../catalog/build-cursor.js'
import type { Table } from '../../catalog/table.js'
import type { IndexDefinition } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import type { Get } from '../../storage/engine.js'

/** What a write has to read beside its item: a cursor for each index being built, as a rule nothing. */
export function cursorReads({ indexes }: Table): readonly Get[] {
  return indexes.some(isBuilding) ? indexes.filter(isBuilding).map(getCursor) : nothing
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
  assert(building.length === cursors.length, 'a write has read the cursors of indexes being built')
  const ahead = building.filter((_, i) => Buffer.compare(itemKey, decodeCursor(cursors[i])) >= 0)
  return indexes.filter((index) => !ahead.includes(index))
}

function isBuilding({ build }: IndexDefinition): boolean {
  return build !== undefined
}
