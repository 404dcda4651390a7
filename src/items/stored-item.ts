/**
 * An item in its stored form: one byte of record version, four of item size, four of checksum, then
 * the item's wire JSON. The size lets pages and capacity be counted, and the JSON lets answers be
 * assembled, without parsing anything. `docs/storage-format.md` has the measurement behind this
 * choice.
 *
 * The checksum is compared whenever a record is read, so what leaves here is what was stored: bytes
 * that changed on their way to the disk and back are an error that names the item, never an answer.
 *
 * The item itself is parsed on first use and then kept. Callers that need a few attributes use
 * `part`; those that look at many items once use `passingItem`.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { pickAttributes, type Item } from '../model/item.js'
import { ItemJson } from '../model/item-json.js'
import { itemSizeBytes } from '../model/item-size.js'
import { assert } from '../stdx/assert.js'
import type { Entry } from '../storage/engine.js'
import { damagedItem, type ItemPlace } from './damaged-item.js'
import {
  headerBytes,
  isSameItemRecord,
  itemSizeOfRecord,
  newItemRecord,
  RecordJson,
  sealItemRecord,
  soundJsonOf,
  unsealedRecordOf,
} from './item-record.js'
import { changedMembers, jsonMembers, type JsonMembers } from './json-members.js'
import { parseValue } from './parse-value.js'

/** Parsing a smaller item as a whole is faster than parsing a part. */
const largeRecordBytesMin = 512
/** Parts of smaller items are printed together with the answer. */
const printedRecordBytesMin = 2048

export class StoredItem {
  readonly record: Buffer
  /** A view of the record. One that waits for the disk does without. */
  #view: Buffer | undefined
  #item: Item | undefined
  #members: JsonMembers | undefined

  private constructor(record: Buffer, json?: Buffer) {
    this.record = record
    this.#view = json
  }

  static of(item: Item, sizeBytes = itemSizeBytes(item)): StoredItem {
    const stored = StoredItem.encoded(item, sizeBytes)
    stored.#item = item
    return stored
  }

  /** The same without the item, for one that nobody is going to look at. */
  static encoded(item: Item, sizeBytes: number): StoredItem {
    const record = unsealedRecordOf(item)
    sealItemRecord(record, sizeBytes)
    return new StoredItem(record)
  }

  /** Throws if the record is not as it was written. `key` is the stored key, for the error. */
  static fromRecord(record: Buffer, key: Uint8Array, place: ItemPlace): StoredItem {
    const json = soundJsonOf(record)
    if (json === undefined) throw damagedItem(record, key, place)
    return new StoredItem(record, json)
  }

  /** The same for an entry of a page, whose key is looked at only for the error. */
  static fromEntry(entry: Entry, place: ItemPlace): StoredItem {
    const json = soundJsonOf(entry.value)
    if (json === undefined) throw damagedItem(entry.value, entry.key, place)
    return new StoredItem(entry.value, json)
  }

  get #json(): Buffer {
    this.#view ??= this.record.subarray(headerBytes)
    return this.#view
  }

  get sizeBytes(): number {
    return itemSizeOfRecord(this.record)
  }

  get json(): ItemJson {
    return new RecordJson(this.record, this.#json)
  }

  get item(): Item {
    this.#item ??= JSON.parse(this.#json.toString('utf8')) as Item
    return this.#item
  }

  /** The item, which is not kept if it is parsed for this. */
  get passingItem(): Item {
    return this.#item ?? (JSON.parse(this.#json.toString('utf8')) as Item)
  }

  get isLarge(): boolean {
    return this.record.length >= largeRecordBytesMin
  }

  /** Whether both are the same item, in whatever form they are stored. */
  equals(other: StoredItem): boolean {
    return isSameItemRecord(this.record, other.record)
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
      found.push([name, parseValue(json.toString('utf8', member.value, member.end))])
    }
    return Object.fromEntries(found)
  }

  /** The item without one attribute. If the item is large, that attribute is not parsed. */
  without(name: string): Item {
    const isParsed = this.#item !== undefined || !this.isLarge
    const names = isParsed ? Object.keys(this.item) : this.#membersIn(this.#json).keys()
    const others = [...names].filter((each) => each !== name)
    return isParsed ? pickAttributes(this.item, new Set(others)) : this.part(others)
  }

  /** A part of the item for an answer. If it may be long, it is printed now, in the turn of its item. */
  shown(part: Item): Item | ItemJson {
    if (this.record.length < printedRecordBytesMin) return part
    return new ItemJson(Buffer.from(JSON.stringify(part)))
  }

  /**
   * Returns an item that differs from this one only in the touched attributes, which are as in
   * `after`.
   */
  changed(touched: ReadonlySet<string>, after: Item, sizeBytes: number): StoredItem {
    const json = this.#json
    const stretches = changedMembers(json, this.#membersIn(json), touched, after)
    const record = recordOfMembers(stretches)
    return new StoredItem(record, sealItemRecord(record, sizeBytes))
  }

  #membersIn(json: Buffer): JsonMembers {
    this.#members ??= jsonMembers(json)
    return this.#members
  }
}

/** Writes an opening brace, the runs of members with commas between them, and a closing brace. */
function recordOfMembers(stretches: readonly Buffer[]): Buffer {
  assert(stretches.length > 0, 'an item keeps its key')
  const jsonBytes = stretches.reduce((sum, { length }) => sum + length + 1, 1)
  const record = newItemRecord(jsonBytes)
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

/** How many steps of a turn (`stdx/turns.ts`) it takes to answer with the item as it is stored. */
export function stepsToPassOn(): number {
  return 20
}

/** … and with what has to be parsed first. */
export function stepsToParse({ record }: StoredItem): number {
  return 300 + record.length
}
