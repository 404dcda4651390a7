/**
 * An item in its stored form: one byte of record version, four of item size, then the item's wire
 * JSON. The size lets pages and capacity be counted, and the JSON lets answers be spliced together,
 * without parsing anything. `docs/storage-format.md` has the measurement behind this choice.
 *
 * The item itself is parsed on first use and then kept.
 */
import type { Item } from '../model/item.js'
import { ItemJson } from '../model/item-json.js'
import { itemSizeBytes } from '../model/item-size.js'
import { assert } from '../stdx/assert.js'
import { currentFormat } from '../storage/format.js'

const headerBytes = 5

export class StoredItem {
  readonly record: Buffer
  #item: Item | undefined

  private constructor(record: Buffer, item?: Item) {
    this.record = record
    this.#item = item
  }

  static of(item: Item, sizeBytes = itemSizeBytes(item)): StoredItem {
    const json = JSON.stringify(item)
    const record = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(json))
    record[0] = currentFormat.itemRecord
    record.writeUInt32BE(sizeBytes, 1)
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
    return new ItemJson(this.record.subarray(headerBytes))
  }

  get item(): Item {
    this.#item ??= JSON.parse(this.record.toString('utf8', headerBytes)) as Item
    return this.#item
  }
}

/** The size of an item as the service counts it, from its record. */
export function itemSizeOfRecord(record: Uint8Array): number {
  return record[1]! * 2 ** 24 + ((record[2]! << 16) | (record[3]! << 8) | record[4]!)
}
