/**
 * Keeps the list of a table's items by the time they expire. It is maintained like an index but is not
 * one: no client reads it, it has no totals and costs no capacity.
 */
import { expirySecondsOf } from '../../model/expiry.js'
import type { ExpiryIndex } from '../../model/table.js'
import type { Mutation } from '../../storage/engine.js'
import { expiryKey } from '../../storage/expiry-keys.js'
import { expiryEntry } from './expiry-entry.js'
import { untouched, type EntryPut, type Maintainer } from './maintainer.js'

export const expiryList: Maintainer<ExpiryIndex> = {
  entries({ keySchema }, expiry, { stored, key }) {
    return listed(expiryEntry(keySchema, expiry, { item: stored.item, key }))
  },

  mutations({ keySchema }, expiry, { key, before, after }) {
    if (before === after) return untouched
    const old = before && expirySecondsOf(before.item, expiry.attribute)
    const fresh = after && expirySecondsOf(after.item, expiry.attribute)
    if (old === fresh) return untouched
    const added = after
      ? listed(expiryEntry(keySchema, expiry, { item: after.item, key }))
      : nothingListed
    return { mutations: [...removed(expiry, old, key), ...added], written: [] }
  },
}

const nothingListed: readonly EntryPut[] = []

function listed(entry: EntryPut | undefined): readonly EntryPut[] {
  return entry === undefined ? nothingListed : [entry]
}

function removed(
  { space }: ExpiryIndex,
  seconds: number | undefined,
  itemKey: Uint8Array,
): readonly Mutation[] {
  return seconds === undefined ? [] : [{ kind: 'delete', space, key: expiryKey(seconds, itemKey) }]
}
