/**
 * An item in its stored form: one byte of record version, four of item size, then the item's wire
 * JSON. The size lets pages and capacity be counted, and the JSON lets answers be assembled,
 * without parsing anything. `docs/storage-format.md` has the measurement behind this choice.
 *
 * The item itself is parsed on first use and then kept. Callers that need a few attributes use
 * `part`.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'
import { ItemJson } from '../model/item-json.js'
import { itemSizeBytes } from '../model/item-size.js'
import { assert } from '../stdx/assert.js'
import { currentFormat } from '../storage/format.js'
import { changedMembers, jsonMembers, type JsonMembers } from './json-members.js'

const headerBytes = 5

/** Parsing a smaller item as a whole is faster than parsing a part. */
const largeRecordBytesMin = 512

export class StoredItem {
  readonly record: Buffer
  #item: Item | undefined
  #members: JsonMembers | undefined

  private constructor(record: Buffer, item?: Item) {
    this.record = record
    this.#item = item
  }

  static of(item: Item, sizeBytes = itemSizeBytes(item)): StoredItem {
    const json = JSON.stringify(item)
    const record = newRecord(Buffer.byteLength(json), sizeBytes)
    record.write(json, headerBytes, 'utf8')
    return new StoredItem(record, item)
  }

  static fromRecord(record: Buffer): StoredItem {
    assert(record[0] === currentFormat.itemRecord, 'an item record of unknown version', {
      version: record[0],
    })
    return new StoredItem(record)
  }

  get sizeBytes(): number {
    return itemSizeOfRecord(this.record)
  }

  get json(): ItemJson {
    return new ItemJson(this.#json)
  }

  get #json(): Buffer {
    return this.record.subarray(headerBytes)
  }

  get item(): Item {
    this.#item ??= JSON.parse(this.record.toString('utf8', headerBytes)) as Item
    return this.#item
  }

  get isLarge(): boolean {
    return this.record.length >= largeRecordBytesMin
  }

  /** Returns at least the named attributes that the item has. */
  part(names: Iterable<string>): Item {
    if (this.#item !== undefined || !this.isLarge) return this.item
    const json = this.#json
    const members = this.#membersIn(json)
    const found: [string, AttributeValue][] = []
    for (const name of new Set(names)) {
      const member = members.get(name)
      if (member === undefined) continue
      const value = json.toString('utf8', member.value, member.end)
      found.push([name, JSON.parse(value) as AttributeValue])
    }
    return Object.fromEntries(found)
  }

  /**
   * Returns an item that differs from this one only in the touched attributes, which are as in
   * `after`.
   */
  changed(touched: ReadonlySet<string>, after: Item, sizeBytes: number): StoredItem {
    const json = this.#json
    const stretches = changedMembers(json, this.#membersIn(json), touched, after)
    return new StoredItem(recordOfMembers(stretches, sizeBytes))
  }

  #membersIn(json: Buffer): JsonMembers {
    this.#members ??= jsonMembers(json)
    return this.#members
  }
}

function newRecord(jsonBytes: number, sizeBytes: number): Buffer {
  const record = Buffer.allocUnsafe(headerBytes + jsonBytes)
  record[0] = currentFormat.itemRecord
  record.writeUInt32BE(sizeBytes, 1)
  return record
}

/** Writes an opening brace, the runs of members with commas between them, and a closing brace. */
function recordOfMembers(stretches: readonly Buffer[], sizeBytes: number): Buffer {
  assert(stretches.length > 0, 'an item keeps its key')
  const jsonBytes = stretches.reduce((sum, { length }) => sum + length + 1, 1)
  const record = newRecord(jsonBytes, sizeBytes)
  let at = headerBytes
  for (const stretch of stretches) {
    record[at] = at === headerBytes ? openBrace : comma
    at += 1 + stretch.copy(record, at + 1)
  }
  record[at] = closeBrace
  return record
}

const openBrace = 0x7b
const closeBrace = 0x7d
const comma = 0x2c

/** Reads the size of an item, as the service counts it, from its record. */
export function itemSizeOfRecord(record: Uint8Array): number {
  return record[1]! * 2 ** 24 + ((record[2]! << 16) | (record[3]! << 8) | record[4]!)
}
