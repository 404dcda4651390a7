/**
 * A stretch of one series: its points in steps of a minute or five. A point of a minute carries the tag
 * of the server that measured it, so that merging the same minute twice adds nothing.
 */
import { assert } from '../stdx/assert.js'
import { ByteReader, ByteWriter } from '../stdx/byte-writer.js'
import { decodeAggregate, encodeAggregate } from './aggregate-codec.js'
import { GatheredPoint } from './gathered-point.js'
import { coarseMs, dayMs, hourMs, minuteMs } from './limits.js'
import type { Unit } from './series.js'
import { decodeUnit, encodeUnit } from './series-codec.js'

export const blockRevision = 1
/** Minutes. */
export const hourLength = hourMs / minuteMs
export const dayLength = dayMs / minuteMs
export const coarseLength = coarseMs / minuteMs

/** A point of a minute as it is in the record of that minute. */
export interface TaggedPoint {
  /** From the start of the hour. */
  readonly slot: number
  readonly tag: number
  /** The aggregate, without its unit. */
  readonly bytes: Buffer
}

/** The points of an hour, those that are there already and others. */
export function mergedHour(
  before: Buffer | undefined,
  unit: number,
  points: readonly TaggedPoint[],
): Buffer {
  const writer = new ByteWriter()
  if (before === undefined) {
    writer.byte(blockRevision)
    writer.byte(unit)
  } else writer.put(before)
  const known = new Set<string>()
  if (before !== undefined) readHour(before, (slot, tag) => void known.add(`${slot} ${tag}`))
  for (const { slot, tag, bytes } of points) {
    if (known.has(`${slot} ${tag}`)) continue
    writer.varint(slot)
    writer.uint32(tag)
    writer.put(bytes)
  }
  return writer.take()
}

/** Says for each point whether it is wanted, and what it is to be added to. */
type PointSink = (slot: number, tag: number) => GatheredPoint | undefined

export function readHour(block: Buffer, sinkOf: PointSink): Unit {
  const { reader, unit } = opened(block)
  while (!reader.atEnd) {
    const slot = reader.varint()
    const tag = reader.uint32()
    decodeAggregate(reader, sinkOf(slot, tag))
  }
  return unit
}

/** A day from its hours, by the minute of the day at which each begins. */
export function dayOf(hours: readonly { readonly start: number; readonly block: Buffer }[]) {
  const points = new Map<number, GatheredPoint>()
  let unit: Unit = 'Count'
  for (const { start, block } of hours) {
    unit = readHour(block, (slot) => pointAt(points, Math.floor((start + slot) / coarseLength)))
  }
  return encodeDay(unit, points)
}

function encodeDay(unit: Unit, points: ReadonlyMap<number, GatheredPoint>): Buffer {
  const writer = new ByteWriter()
  writer.byte(blockRevision)
  writer.byte(encodeUnit(unit))
  for (const [slot, point] of [...points].sort(([a], [b]) => a - b)) {
    writer.varint(slot)
    encodeAggregate(writer, point.aggregate())
  }
  return writer.take()
}

/** Slots are steps of five minutes from the start of the day. */
export function readDay(block: Buffer, sinkOf: (slot: number) => GatheredPoint | undefined): Unit {
  const { reader, unit } = opened(block)
  while (!reader.atEnd) decodeAggregate(reader, sinkOf(reader.varint()))
  return unit
}

export function pointAt(points: Map<number, GatheredPoint>, at: number): GatheredPoint {
  const known = points.get(at)
  if (known !== undefined) return known
  const point = new GatheredPoint()
  points.set(at, point)
  return point
}

function opened(block: Buffer): { readonly reader: ByteReader; readonly unit: Unit } {
  const reader = new ByteReader(block)
  const revision = reader.byte()
  assert(revision === blockRevision, 'a record of metrics has a known revision', { revision })
  return { reader, unit: decodeUnit(reader.byte()) }
}
