/** What a write changes in its table's space: the record of one item, and the totals. */
import { assert } from '../../stdx/assert.js'
import type { Get, Mutation } from '../../storage/engine.js'
import type { StoredItem } from '../stored-item.js'

export function itemMutations(
  { space, key }: Get,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): Mutation[] {
  if (before === undefined && after === undefined) return []
  const entries = (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
  const bytes = (after?.sizeBytes ?? 0) - (before?.sizeBytes ?? 0)
  const change: Mutation =
    after === undefined
      ? { kind: 'delete', space, key }
      : { kind: 'put', space, key, value: after.record, weight: after.sizeBytes }
  assert(Math.abs(entries) <= 1, 'a write changes one item')
  return entries === 0 && bytes === 0
    ? [change]
    : [change, { kind: 'tally', space, entries, bytes }]
}
