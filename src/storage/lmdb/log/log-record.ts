/**
 * The stored form of a group of transactions in the log: what each key has afterwards. Writing it twice
 * has the same effect as once.
 *
 * | bytes | content |
 * | --- | --- |
 * | 0–3 | `GLOG` |
 * | 4 | version of the form |
 * | 5 | 1 if the group was acknowledged before it was flushed, else 0 |
 * | 6–7 | 0 |
 * | 8–23 | the id of the log |
 * | 24–31 | the number of the record, a double |
 * | 32–35 | how many bytes of changes follow |
 * | 36–39 | CRC-32 of the changes |
 * | 40–43 | CRC-32 of the bytes before |
 * | 44– | the changes: length of the key (2), length of the value plus one or 0 if the key was removed (4), key, value |
 *
 * Numbers are big-endian. A record is filled up with zeros to whole blocks, so that writing one never
 * touches a block of another.
 */
import { assert } from '../../../stdx/assert.js'
import { crc32 } from '../../../stdx/crc32.js'
import { type Change, type Layer, nameOf, type Value } from './layer.js'
import { logBlockBytes } from './limits.js'

const magic = Buffer.from('GLOG')
const version = 1
export const logIdBytes = 16
const [idAt, numberAt, lengthAt, changesSumAt, headerSumAt, headerBytes] = [8, 24, 32, 36, 40, 44]
const changeHeaderBytes = 6

export interface LogRecord {
  readonly number: number
  /** Whether it was flushed before anybody was told of it. */
  readonly isFlushed: boolean
  readonly changes: readonly Change[]
}

export interface RecordHead {
  readonly id: Buffer
  readonly number: number
  readonly isFlushed: boolean
}

/** The record of all changes of a group. From now on the layer has its values in the record. */
export function recordOf(
  head: RecordHead,
  group: Layer,
  memory: (bytes: number) => Buffer,
): Buffer {
  let bytes = headerBytes
  group.each((name, value) => {
    bytes += changeHeaderBytes + name.length + (value?.length ?? 0)
  })
  const record = memory(wholeBlocks(bytes))
  record.fill(0, bytes)
  let at = headerBytes
  group.move((name, value) => {
    const start = at
    at += changeHeaderBytes + name.length + (value?.length ?? 0)
    return putChange(record, start, name, value)
  })
  assert(at === bytes, 'a record has the length that was counted', { at, bytes })
  putHeader(record, head, record.subarray(headerBytes, bytes))
  return record
}

/** The value as it is in the record. */
function putChange(record: Buffer, at: number, name: string, value: Value): Value {
  record.writeUInt16BE(name.length, at)
  record.writeUInt32BE(value === undefined ? 0 : value.length + 1, at + 2)
  const valueAt = at + changeHeaderBytes + name.length
  record.write(name, at + changeHeaderBytes, 'latin1')
  if (value === undefined) return undefined
  record.set(value, valueAt)
  return record.subarray(valueAt, valueAt + value.length)
}

function putHeader(record: Buffer, { id, number, isFlushed }: RecordHead, changes: Buffer): void {
  record.fill(0, 0, headerBytes)
  record.set(magic)
  record[4] = version
  record[5] = isFlushed ? 0 : 1
  record.set(id, idAt)
  record.writeDoubleBE(number, numberAt)
  record.writeUInt32BE(changes.length, lengthAt)
  record.writeUInt32BE(crc32(changes), changesSumAt)
  record.writeUInt32BE(crc32(record.subarray(0, headerSumAt)), headerSumAt)
}

export interface FoundRecord extends LogRecord {
  /** Blocks and all. */
  readonly bytes: number
}

/** The record that begins there, or undefined if there is no sound one of this log. */
export function recordAt(file: Buffer, at: number, id: Buffer): FoundRecord | undefined {
  if (at + headerBytes > file.length) return undefined
  const header = file.subarray(at, at + headerBytes)
  if (!isHeader(header, id)) return undefined
  const length = header.readUInt32BE(lengthAt)
  const changes = file.subarray(at + headerBytes, at + headerBytes + length)
  if (changes.length < length || crc32(changes) !== header.readUInt32BE(changesSumAt)) {
    return undefined
  }
  return {
    number: header.readDoubleBE(numberAt),
    isFlushed: header[5] === 0,
    changes: [...changesIn(changes)],
    bytes: wholeBlocks(headerBytes + length),
  }
}

function isHeader(header: Buffer, id: Buffer): boolean {
  return (
    header.subarray(0, magic.length).equals(magic) &&
    header.readUInt32BE(headerSumAt) === crc32(header.subarray(0, headerSumAt)) &&
    header[4] === version &&
    header.subarray(idAt, idAt + logIdBytes).equals(id)
  )
}

function* changesIn(bytes: Buffer): Iterable<Change> {
  for (let at = 0; at < bytes.length;) {
    const keyAt = at + changeHeaderBytes
    const valueAt = keyAt + bytes.readUInt16BE(at)
    const lengthAndOne = bytes.readUInt32BE(at + 2)
    const end = valueAt + Math.max(0, lengthAndOne - 1)
    assert(end <= bytes.length, 'a change fits into its record', { end, bytes: bytes.length })
    const value = lengthAndOne === 0 ? undefined : bytes.subarray(valueAt, end)
    yield [nameOf(bytes.subarray(keyAt, valueAt)), value]
    at = end
  }
}

function wholeBlocks(bytes: number): number {
  return Math.ceil(bytes / logBlockBytes) * logBlockBytes
}
