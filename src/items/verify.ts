/**
 * Checks that a table is consistent: every record is as it was written, all derived data holds
 * exactly the entries that the items imply (while it is being built, the items below its cursor),
 * every item is stored under its own key, and the running totals are right. Used by `gramme verify`
 * and by tests that kill servers. What damaged items imply is not known, so if there are any,
 * nothing is compared with their number.
 *
 * Reads page by page without a common snapshot, so nothing may write to the table.
 */
import { isIndex, labelOf, spacesOf, type Derived } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { Engine, Entry, SpaceId, Tally } from '../storage/engine.js'
import { itemKey, wholeSpace } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { cursorReads, maintainedAt } from './indexes/maintained.js'
import type { EntryPut, PlacedItem } from './indexes/maintainer.js'
import { maintainerOf } from './indexes/maintainers.js'
import { collectionBytesOf } from './collection-bytes.js'
import { DamagedItem } from './damaged-item.js'
import { FaultList } from './fault-list.js'
import { isSameItemRecord } from './item-record.js'
import { SpaceTotals } from './space-totals.js'
import { StoredItem } from './stored-item.js'
import { verifyVersions } from './verify-versions.js'
import { CollectionsCheck } from './verify-collections.js'

export interface Verification {
  readonly items: number
  /** One sentence for each inconsistency found, up to a limit, and how many there are beyond it. */
  readonly faults: readonly string[]
}

const pageEntries = 500

export async function verifyTable(engine: Engine, table: Table): Promise<Verification> {
  const faults = new FaultList(table.name)
  let damaged = 0
  const implied = new SpaceTotals()
  const cursors = await engine.read(cursorReads(table))
  const collections = table.collections && new CollectionsCheck(engine, table.collections)
  for await (const entry of entriesOf(engine, table.space)) {
    const placed = placedItem(table, entry)
    if (placed instanceof DamagedItem) {
      faults.add([`${table.name}: the item ${placed.key} is damaged`])
      damaged++
      continue
    }
    faults.add(itemFaults(table, placed))
    for (const derived of maintainedAt(table, entry.key, cursors)) {
      if (derived.kind === 'collections') {
        faults.add(await collections!.add(entry.key, collectionBytesOf(table, placed)))
        continue
      }
      const entries = maintainerOf(derived).entries(table, derived, placed)
      faults.add(await entryFaults(engine, labelOf(table.name, derived), entries))
      for (const { weight = 0 } of entries) implied.add(derived.space, weight)
      const beside = maintainerOf(derived).countedBeside?.(derived, placed.stored)
      if (beside !== undefined) implied.add(beside.space, beside.bytes)
    }
    implied.add(table.space, placed.stored.sizeBytes)
  }
  if (table.versions !== undefined) {
    await verifyVersions(engine, table, table.versions, faults)
  }
  if (damaged === 0) {
    faults.add(await tallyFaults(engine, table.name, table.space, implied.of(table.space)))
    faults.add((await collections?.end()) ?? [])
    for (const derived of table.derived) {
      if (derived.kind === 'versions') continue
      const counted = { entries: collections?.count ?? 0, bytes: 0 }
      const expected = derived.kind === 'collections' ? counted : implied.of(derived.space)
      faults.add(await derivedFaults(engine, table.name, derived, expected))
      for (const space of spacesOf(derived).slice(1)) {
        const label = `${labelOf(table.name, derived)} lists`
        faults.add(await tallyFaults(engine, label, space, implied.of(space)))
      }
    }
  }
  return { items: implied.of(table.space).entries + damaged, faults: faults.sentences() }
}

function placedItem(table: Table, { key, value }: Entry): PlacedItem | DamagedItem {
  try {
    return { stored: StoredItem.fromRecord(value, key, table), key }
  } catch (error) {
    if (error instanceof DamagedItem) return error
    throw error
  }
}

function itemFaults({ name, keySchema }: Table, { stored, key }: PlacedItem): string[] {
  const faults: string[] = []
  if (Buffer.compare(key, itemKey(keySchema, stored.item)) !== 0) {
    faults.push(`${name}: an item is stored under a key that is not its own`)
  }
  if (stored.sizeBytes !== itemSizeBytes(stored.item)) {
    faults.push(`${name}: the recorded size of an item is wrong`)
  }
  return faults
}

async function entryFaults(
  engine: Engine,
  label: string,
  entries: readonly EntryPut[],
): Promise<string[]> {
  const faults: string[] = []
  for (const { space, key, value } of entries) {
    const [found] = await engine.read([{ kind: 'get', space, key }])
    if (found === undefined || !isSameItemRecord(found, Buffer.from(value))) {
      faults.push(`${label}: an item's entry is missing or differs`)
    }
  }
  return faults
}

async function derivedFaults(
  engine: Engine,
  tableName: string,
  derived: Derived,
  implied: Tally,
): Promise<string[]> {
  const { space } = derived
  const label = labelOf(tableName, derived)
  const faults = isIndex(derived) ? await tallyFaults(engine, label, space, implied) : []
  // There are as many entries as items imply, and each implied one was found, so none is
  // superfluous.
  const entries = await countEntries(engine, space)
  if (entries === implied.entries) return faults
  return [...faults, `${label}: has ${entries} entries, but the items imply ${implied.entries}`]
}

async function tallyFaults(
  engine: Engine,
  label: string,
  space: SpaceId,
  expected: Tally,
): Promise<string[]> {
  const [tally] = await engine.read([{ kind: 'tally', space }])
  if (tally.entries === expected.entries && tally.bytes === expected.bytes) return []
  return [
    `${label}: the totals say ${tally.entries} entries of ${tally.bytes} bytes, but it holds ${expected.entries} of ${expected.bytes}`,
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
