/**
 * What one server has measured in one minute, as one record: its series in the order of their bytes,
 * behind a table of where each begins, so that one of them is found without reading the others.
 */
import { assert } from '../stdx/assert.js'
import { ByteReader, ByteWriter } from '../stdx/byte-writer.js'
import { nextTurn, Steps } from '../stdx/turns.js'
import { encodeAggregate } from './aggregate-codec.js'
import type { MinuteMeters } from './meters.js'
import { encodeUnit } from './series-codec.js'

export const minuteRecordRevision = 1

/** Undefined if nothing was measured. */
export async function encodeMinute(minute: MinuteMeters): Promise<Buffer | undefined> {
  const entries: MinuteEntry[] = []
  const steps = new Steps()
  for (const { bytes: series, unit, meter } of minute.all()) {
    const aggregate = meter.aggregate()
    if (aggregate === undefined) continue
    const writer = new ByteWriter()
    writer.byte(encodeUnit(unit))
    encodeAggregate(writer, aggregate)
    entries.push({ series, bytes: writer.take() })
    if (steps.take(stepsPerEntry)) await nextTurn()
  }
  if (entries.length === 0) return undefined
  return joined(entries.sort((a, b) => Buffer.compare(a.series, b.series)))
}

/** About a microsecond each. */
const stepsPerEntry = 100

function joined(entries: readonly MinuteEntry[]): Buffer {
  const head = new ByteWriter()
  const body = new ByteWriter()
  const headBytes = 1 + numberBytes * (1 + entries.length)
  head.byte(minuteRecordRevision)
  head.uint32(entries.length)
  for (const { series, bytes } of entries) {
    head.uint32(headBytes + body.length)
    body.varint(series.length)
    body.put(series)
    body.varint(bytes.length)
    body.put(bytes)
  }
  return Buffer.concat([head.take(), body.take()])
}

export interface MinuteEntry {
  readonly series: Buffer
  /** The unit, then the aggregate. */
  readonly bytes: Buffer
}

export class MinuteRecord {
  readonly minute: number
  readonly tag: number
  readonly #bytes: Buffer
  readonly count: number

  constructor(key: { readonly minute: number; readonly server: number }, bytes: Buffer) {
    const revision = bytes[0]
    assert(revision === minuteRecordRevision, 'a record of metrics has a known revision', {
      revision,
    })
    this.minute = key.minute
    this.tag = key.server
    this.#bytes = bytes
    this.count = bytes.readUInt32BE(1)
  }

  get size(): number {
    return this.#bytes.length
  }

  entry(index: number): MinuteEntry {
    const offset = this.#bytes.readUInt32BE(1 + numberBytes * (1 + index))
    const reader = new ByteReader(this.#bytes, offset)
    const series = reader.bytes(reader.varint())
    return { series, bytes: reader.bytes(reader.varint()) }
  }

  /** The first entry whose series is not before this one. */
  search(series: Buffer): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Buffer.compare(this.entry(middle).series, series) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  find(series: Buffer): Buffer | undefined {
    const index = this.search(series)
    if (index === this.count) return undefined
    const entry = this.entry(index)
    return entry.series.equals(series) ? entry.bytes : undefined
  }
}

const numberBytes = 4
