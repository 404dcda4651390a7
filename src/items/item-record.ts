/**
 * The bytes of a stored item, in both forms that they have had:
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | version of the form |
 * | 1–4 | the item's size as the service counts it |
 * | 5–8 | CRC-32 of the JSON, begun from the size; not in version 1 |
 * | 9– | the item's wire JSON; from byte 5 in version 1 |
 */
import type { Item } from '../model/item.js'
import { ItemJson } from '../model/item-json.js'
import { crc32 } from '../stdx/crc32.js'
import { crc32Moved } from '../stdx/crc32-moved.js'
import { currentFormat, formatSteps } from '../storage/format.js'
import { writeItemJson } from './write-item-json.js'

const plainRevision = currentFormat.itemRecord
const sealedRevision = formatSteps.itemChecksums.revision
const plainHeaderBytes = 5
const checksumOffset = 5

/** Of the records that are written today. */
export const headerBytes = 9

/** A record with room for the JSON, to be sealed once that is written. */
export function newItemRecord(jsonBytes: number): Buffer {
  return Buffer.allocUnsafe(headerBytes + jsonBytes)
}

/** Where an item is written before its length is known; longer ones are counted first. */
const jsonMemory = Buffer.allocUnsafeSlow(32 * 1024)

/** The same with the JSON of an item in it. */
export function unsealedRecordOf(item: Item): Buffer {
  const jsonBytes = writeItemJson(item, jsonMemory)
  if (jsonBytes === undefined) return longRecordOf(JSON.stringify(item))
  const record = newItemRecord(jsonBytes)
  jsonMemory.copy(record, headerBytes, 0, jsonBytes)
  return record
}

function longRecordOf(json: string): Buffer {
  const record = newItemRecord(Buffer.byteLength(json))
  record.write(json, headerBytes, 'utf8')
  return record
}

/** Fills in the header, and returns the JSON. */
export function sealItemRecord(record: Buffer, sizeBytes: number): Buffer {
  const json = record.subarray(headerBytes)
  record[0] = sealedRevision
  record.writeUInt32BE(sizeBytes, 1)
  record.writeUInt32BE(crc32(json, sizeBytes), checksumOffset)
  return json
}

/** The record of an item whose JSON is at hand, such as an image of a change. */
export function itemRecordOf(json: Uint8Array, sizeBytes: number): Buffer {
  const record = newItemRecord(json.length)
  record.set(json, headerBytes)
  sealItemRecord(record, sizeBytes)
  return record
}

/** The JSON of a record; undefined if the record is damaged, or of a form that we do not know. */
export function soundJsonOf(record: Buffer): Buffer | undefined {
  if (record[0] === sealedRevision) {
    const json = record.subarray(headerBytes)
    return isSealed(record, json) ? json : undefined
  }
  if (record[0] !== plainRevision) return undefined
  const json = record.subarray(plainHeaderBytes)
  return isWhole(json) ? json : undefined
}

function isSealed(record: Buffer, json: Buffer): boolean {
  if (record.length <= headerBytes) return false
  return record.readUInt32BE(checksumOffset) === crc32(json, itemSizeOfRecord(record))
}

/** The JSON of a sound record. Its checksum tells that of an answer with the item, without another look at the bytes. */
export class RecordJson extends ItemJson {
  readonly #record: Buffer

  constructor(record: Buffer, json: Buffer) {
    super(json)
    this.#record = record
  }

  override crc32(begun: number): number {
    const record = this.#record
    if (record[0] !== sealedRevision) return super.crc32(begun)
    const sealed = record.readUInt32BE(checksumOffset)
    return crc32Moved(sealed, this.bytes.length, itemSizeOfRecord(record), begun)
  }
}

/** All that can be told without a checksum. It also keeps a changed version byte from hiding one. */
function isWhole(json: Buffer): boolean {
  try {
    return json[0] === openBrace && JSON.parse(json.toString('utf8')) !== null
  } catch {
    return false
  }
}

const openBrace = 0x7b

/** Reads the size of an item, as the service counts it, from its record. */
export function itemSizeOfRecord(record: Uint8Array): number {
  return record[1]! * 2 ** 24 + ((record[2]! << 16) | (record[3]! << 8) | record[4]!)
}

/** Whether two records hold the same item, in whatever form. */
export function isSameItemRecord(a: Buffer, b: Buffer): boolean {
  if (a[0] === b[0]) return a.equals(b)
  const [own, other] = [soundJsonOf(a), soundJsonOf(b)]
  if (own === undefined || other === undefined) return false
  return itemSizeOfRecord(a) === itemSizeOfRecord(b) && own.equals(other)
}
