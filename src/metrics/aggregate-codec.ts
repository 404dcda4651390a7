/**
 * An aggregate as bytes. Values are kept to a thousandth, which makes units, bytes and milliseconds
 * small whole numbers; those too large for that are kept as they are.
 */
import type { ByteReader, ByteWriter } from '../stdx/byte-writer.js'
import type { Aggregate } from './aggregate.js'
import type { GatheredPoint } from './gathered-point.js'
import type { Histogram } from './histogram.js'

/** All values are equal, so one of them says everything. */
const equalFlag = 1
const histogramFlag = 2
/** As eight bytes each instead of thousandths. */
const wideFlag = 4

const thousandth = 1000

export function encodeAggregate(writer: ByteWriter, aggregate: Aggregate): void {
  const { count, sum, min, max, histogram } = aggregate
  const isWide = !isNarrow(sum) || !isNarrow(min) || !isNarrow(max)
  const isEqual = !isWide && thousandths(min) === thousandths(max)
  const hasBins = histogram !== undefined && histogram.size > 0
  writer.byte((isEqual ? equalFlag : 0) | (hasBins ? histogramFlag : 0) | (isWide ? wideFlag : 0))
  writer.varint(count)
  const values = isEqual ? [min] : [sum, min, max]
  for (const value of values) encodeValue(writer, value, isWide)
  if (hasBins) encodeBins(writer, histogram)
}

function encodeValue(writer: ByteWriter, value: number, isWide: boolean): void {
  if (isWide) writer.double(value)
  else writer.varint(thousandths(value))
}

function isNarrow(value: number): boolean {
  return value >= 0 && value * thousandth <= Number.MAX_SAFE_INTEGER
}

function thousandths(value: number): number {
  return Math.round(value * thousandth)
}

/** Bins in order: how far each is from the one before, and its count. */
function encodeBins(writer: ByteWriter, histogram: Histogram): void {
  const bins = [...histogram].sort(([a], [b]) => a - b)
  writer.varint(bins.length)
  let before = lowestBin
  for (const [bin, count] of bins) {
    writer.varint(bin - before)
    writer.varint(count)
    before = bin
  }
}

/** That of values which are not above 0; see `histogram.ts`. */
const lowestBin = -0x8000

/** Adds an aggregate to a point; to none, if it is only passed over. */
export function decodeAggregate(reader: ByteReader, into: GatheredPoint | undefined): void {
  const flags = reader.byte()
  const count = reader.varint()
  const isWide = (flags & wideFlag) !== 0
  const first = decodeValue(reader, isWide)
  if ((flags & equalFlag) !== 0) {
    into?.addSums(count, count * first, first, first)
  } else {
    const min = decodeValue(reader, isWide)
    const max = decodeValue(reader, isWide)
    into?.addSums(count, first, min, max)
  }
  if ((flags & histogramFlag) !== 0) decodeBins(reader, into)
}

function decodeValue(reader: ByteReader, isWide: boolean): number {
  return isWide ? reader.double() : reader.varint() / thousandth
}

function decodeBins(reader: ByteReader, into: GatheredPoint | undefined): void {
  const bins = reader.varint()
  let bin = lowestBin
  for (let i = 0; i < bins; i++) {
    bin += reader.varint()
    const count = reader.varint()
    into?.addBin(bin, count)
  }
}
