/**
 * The items of a member with their versions, and the versions of deleted ones, page by page in the order
 * of their keys: two ranges that are read together. Each page is a snapshot; what is written behind it is
 * in the log.
 */
import type { Table } from '../catalog/table.js'
import type { PageBounds } from '../changes/read-log.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import { StoredItem } from '../items/stored-item.js'
import { decodeItemVersion } from '../items/write/item-version.js'
import { zeroVersion } from '../model/version.js'
import { assert } from '../stdx/assert.js'
import type { Engine, Entry, RangePage } from '../storage/engine.js'
import { keyAfter, wholeSpace } from '../storage/keyspace.js'
import type { SourceItems } from './change-source.js'

export async function readSourceItems(
  engine: Engine,
  table: Table,
  after: Buffer | undefined,
  bounds: PageBounds,
): Promise<SourceItems> {
  assert(table.versions !== undefined, 'a member of a global table has versions')
  const whole = wholeSpace()
  const range = { kind: 'range', ...whole, from: after ? keyAfter(after) : whole.from } as const
  const [items, versions] = await engine.read(
    [
      { ...range, space: table.space, ...bounds },
      { ...range, space: table.versions.space, entriesMax: bounds.entriesMax },
    ],
    [table.guard],
  )
  const end = leastKey(endOf(items), endOf(versions))
  const found = new Map(within(versions, end).map(({ key, value }) => [nameOf(key), value]))
  const changes = [
    ...within(items, end).map((entry) => itemChange(table, entry, found)),
    ...within(versions, end).flatMap(deletion),
  ]
  return { changes: changes.sort((a, b) => a.key.compare(b.key)), after: end }
}

/** The last key up to which a page has everything; undefined if that is the end. */
function endOf({ entries, more }: RangePage): Buffer | undefined {
  return more ? entries.at(-1)!.key : undefined
}

function leastKey(a: Buffer | undefined, b: Buffer | undefined): Buffer | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.compare(b) <= 0 ? a : b
}

function within({ entries }: RangePage, end: Buffer | undefined): readonly Entry[] {
  return end === undefined ? entries : entries.filter(({ key }) => key.compare(end) <= 0)
}

function nameOf(key: Buffer): string {
  return key.toString('latin1')
}

function itemChange(
  table: Table,
  { key, value }: Entry,
  versions: ReadonlyMap<string, Buffer>,
): IncomingChange {
  const stored = StoredItem.fromRecord(value, key, table)
  const record = versions.get(nameOf(key))
  const version = record === undefined ? zeroVersion : decodeItemVersion(record).version
  const item = { json: stored.json.bytes, sizeBytes: stored.sizeBytes }
  return { version, key, item, atMs: version.ms, origin: 'client' }
}

function deletion({ key, value }: Entry): readonly IncomingChange[] {
  const { version, isDeleted } = decodeItemVersion(value)
  if (!isDeleted) return []
  return [{ version, key, item: undefined, atMs: version.ms, origin: 'client' }]
}
