/**
 * How far the building of derived data has come: a key of the table's space.
 *
 * Items below the cursor have their entries, and those at or above it do not yet. A write reads the
 * cursor in its own transaction and keeps derived data in step only below it; the backfill moves it
 * in the transaction that adds the entries. So at every moment there is exactly what the items
 * below the cursor imply: nothing is missed and nothing is counted twice.
 */
import type { Derived } from './derived.js'
import { assert } from '../stdx/assert.js'
import { systemSpace, type Get, type Guard, type Mutation } from '../storage/engine.js'
import { currentFormat } from '../storage/format.js'
import { indexCursorKey, wholeSpace } from '../storage/keyspace.js'

type Space = Pick<Derived, 'space'>

export function getCursor({ space }: Space): Get {
  return { kind: 'get', space: systemSpace, key: indexCursorKey(space) }
}

export function decodeCursor(record: Buffer | undefined): Buffer {
  assert(record !== undefined, 'derived data that is being built has a cursor')
  assert(record[0] === currentFormat.indexCursor, 'a cursor record of unknown version', {
    version: record[0],
  })
  return record.subarray(1)
}

function encodeCursor(cursor: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(currentFormat.indexCursor), cursor])
}

/** Holds until the cursor is moved. */
export function cursorGuard({ space }: Space, cursor: Uint8Array): Guard {
  return { space: systemSpace, key: indexCursorKey(space), value: encodeCursor(cursor) }
}

/** Before the first item. */
export function startCursor(index: Space): Mutation {
  return putCursor(index, wholeSpace().from)
}

export function putCursor({ space }: Space, cursor: Uint8Array): Mutation {
  return {
    kind: 'put',
    space: systemSpace,
    key: indexCursorKey(space),
    value: encodeCursor(cursor),
  }
}

export function deleteCursor({ space }: Space): Mutation {
  return { kind: 'delete', space: systemSpace, key: indexCursorKey(space) }
}

/** Above every item. The building is done, but the definition does not say so yet. */
export const cursorAtEnd = wholeSpace().to
