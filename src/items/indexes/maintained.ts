/**
 * What a write keeps in step: all derived data that is complete, and the part below the cursor of
 * what is being built. The backfill reaches items beyond the cursor later and reads what the write
 * left.
 */
import { decodeCursor, getCursor } from '../../catalog/build-cursor.js'
import type { Derived } from '../../catalog/derived.js'
import type { Table } from '../../catalog/table.js'
import { assert } from '../../stdx/assert.js'
import type { Get } from '../../storage/engine.js'

/** What a write reads besides its item: a cursor for everything being built, so usually nothing. */
export function cursorReads({ building }: Table): readonly Get[] {
  return building.length === 0 ? nothing : building.map(getCursor)
}

const nothing: readonly Get[] = []

/** `cursors` are the results of `cursorReads`, in the same order. */
export function maintainedAt(
  { derived, building }: Table,
  itemKey: Uint8Array,
  cursors: readonly (Buffer | undefined)[],
): readonly Derived[] {
  if (building.length === 0) return derived
  assert(building.length === cursors.length, 'a write has read the cursors of what is being built')
  const ahead = building.filter((_, i) => Buffer.compare(itemKey, decodeCursor(cursors[i])) >= 0)
  return derived.filter((each) => !ahead.includes(each))
}
