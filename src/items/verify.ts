/**
 * Checks a table against itself: every index and the list of what expires hold exactly the entries their
 * items imply (one that is being built: the items below its cursor), every item lies under its own key,
 * and the running totals are the true ones. For `gramme verify`, for tests that kill servers, and for
 * whoever doubts a disk.
 *
 * Reads page by page and holds no snapshot in between, so it wants a table nobody writes to.
 */
import type { Table } from '../catalog/table.js'
import type { Engine, Entry, SpaceId } from '../storage/engine.js'
import { itemKey, wholeSpace } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { expiryEntry, type PlacedItem } from './indexes/expiry-entry.js'
import { indexEntry } from './indexes/index-entry.js'
import { cursorReads, maintainedExpiry, maintainedIndexes } from './indexes/maintained.js'
import { StoredItem } from './stored-item.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { ExpiryIndex, IndexDefinition } from '../model/table.js'

export interface Verification {
  readonly items: number
  /** One sentence for each disagreement found, up to a bound. */
  readonly faults: readonly string[]
}

const faultsMax = 20
const pageEntries = 500

export async function verifyTable(engine: Engine, table: Table): Promise<Verification> {
  const faults: string[] = []
  const totals = { items: 0, bytes: 0 }
  const implied = table.indexes.map(() => ({ entries: 0, bytes: 0 }))
  const listed = { entries: 0 }
  const cursors = await engine.read(cursorReads(table))
  for await (const entry of entriesOf(engine, table.space)) {
    const stored = StoredItem.fromRecord(entry.value)
    const maintained = maintainedIndexes(table, entry.key, cursors)
    faults.push(...itemFaults(table, entry, stored))
    faults.push(...(await missingEntries(engine, table, stored, { implied, maintained })))
    const expiry = maintainedExpiry(table, entry.key, cursors)
    const placed = { item: stored.item, key: entry.key }
    if (expiry) faults.push(...(await unlistedExpiry(engine, table, expiry, placed, listed)))
    totals.items++
    totals.bytes += stored.sizeBytes
    if (faults.length >= faultsMax) break
  }
  faults.push(...(await totalsFaults(engine, table, totals, implied)))
  faults.push(...(await listFaults(engine, table, listed.entries)))
  return { items: totals.items, faults: faults.slice(0, faultsMax) }
}

function itemFaults(table: Table, entry: Entry, stored: StoredItem): string[] {
  const faults: string[] = []
  if (!entry.key.equals(itemKey(table.keySchema, stored.item))) {
    faults.push(`${table.name}: an item lies under a key that is not its own`)
  }
  if (stored.sizeBytes !== itemSizeBytes(stored.item)) {
    faults.push(`${table.name}: an item's stored size is not its size`)
  }
  return faults
}

interface Expectation {
  /** What the items seen so far imply, for each index of the table. */
  readonly implied: { entries: number; bytes: number }[]
  /** The indexes that this item has to be in. */
  readonly maintained: readonly IndexDefinition[]
}

async function missingEntries(
  engine: Engine,
  table: Table,
  stored: StoredItem,
  { implied, maintained }: Expectation,
): Promise<string[]> {
  const faults: string[] = []
  for (const [i, index] of table.indexes.entries()) {
    if (!maintained.includes(index)) continue
    const entry = indexEntry(table.keySchema, index, stored)
    if (entry === undefined) continue
    implied[i]!.entries++
    implied[i]!.bytes += entry.stored.sizeBytes
    const [found] = await engine.read([{ kind: 'get', space: index.space, key: entry.key }])
    if (found === undefined || !found.equals(entry.stored.record)) {
      faults.push(`${table.name}.${index.name}: an item's entry is missing or differs`)
    }
  }
  return faults
}

async function unlistedExpiry(
  engine: Engine,
  { name, keySchema }: Table,
  expiry: ExpiryIndex,
  placed: PlacedItem,
  listed: { entries: number },
): Promise<string[]> {
  const entry = expiryEntry(keySchema, expiry, placed)
  if (entry === undefined) return []
  listed.entries++
  const [found] = await engine.read([{ kind: 'get', space: expiry.space, key: entry.key }])
  return found?.equals(entry.value) ? [] : [`${name}: an item is not listed by its expiry`]
}

async function listFaults(engine: Engine, table: Table, implied: number): Promise<string[]> {
  if (table.expiry === undefined) return []
  const entries = await countEntries(engine, table.expiry.space)
  if (entries === implied) return []
  return [`${table.name}: lists ${entries} expiries where items imply ${implied}`]
}

async function totalsFaults(
  engine: Engine,
  table: Table,
  totals: { items: number; bytes: number },
  implied: readonly { entries: number; bytes: number }[],
): Promise<string[]> {
  const faults = await tallyFaults(engine, table.name, table.space, {
    entries: totals.items,
    bytes: totals.bytes,
  })
  for (const [i, index] of table.indexes.entries()) {
    const name = `${table.name}.${index.name}`
    faults.push(...(await tallyFaults(engine, name, index.space, implied[i]!)))
    // As many entries as items imply, and each implied one found above: so none is left over.
    const entries = await countEntries(engine, index.space)
    if (entries !== implied[i]!.entries) {
      faults.push(`${name}: has ${entries} entries where items imply ${implied[i]!.entries}`)
    }
  }
  return faults
}

async function tallyFaults(
  engine: Engine,
  name: string,
  space: SpaceId,
  expected: { entries: number; bytes: number },
): Promise<string[]> {
  const [tally] = await engine.read([{ kind: 'tally', space }])
  if (tally.entries === expected.entries && tally.bytes === expected.bytes) return []
  return [
    `${name}: its totals say ${tally.entries} entries of ${tally.bytes} bytes, it holds ${expected.entries} of ${expected.bytes}`,
  ]
}

async function countEntries(engine: Engine, space: SpaceId): Promise<number> {
  let count = 0
  for await (const _entry of entriesOf(engine, space)) count++
  return count
}

function entriesOf(engine: Engine, space: SpaceId): AsyncGenerator<Entry> {
  return walk(engine, { space, ...wholeSpace(), entriesMax: pageEntries })
}
