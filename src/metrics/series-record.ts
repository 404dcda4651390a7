/** The record that a series has points: a version byte, then the last minute that was merged. */
import { assert } from '../stdx/assert.js'
import { ByteReader, ByteWriter } from '../stdx/byte-writer.js'

const revision = 1

export function encodeSeriesRecord(lastMinute: number): Buffer {
  const writer = new ByteWriter()
  writer.byte(revision)
  writer.uint32(lastMinute)
  return writer.take()
}

export function decodeSeriesRecord(bytes: Buffer): number {
  const reader = new ByteReader(bytes)
  const stored = reader.byte()
  assert(stored === revision, 'a record of metrics has a known revision', { stored })
  return reader.uint32()
}
