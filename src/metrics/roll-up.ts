/**
 * Thins out what is old, some series at a time: hours become a day in steps of five minutes, days that are too old
 * are deleted, and so are series that have nothing left.
 *
 * Only the server that does the background work does this, so what it reads stays as it is until it writes.
 */
import {
  systemSpace,
  type Engine,
  type Entry,
  type Mutation,
  type Range,
} from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { keyAfter } from '../storage/keyspace.js'
import {
  metricBlockKey,
  metricBlocks,
  metricSeriesRange,
  seriesOfKey,
  startOfBlock,
  type MetricTier,
} from '../storage/metric-keys.js'
import { blocksReadMax, coarseKeptMs, minuteMs, minutesKeptMs, rolledSeriesMax } from './limits.js'
import { dayLength, dayOf } from './series-block.js'
import { decodeSeriesRecord } from './series-record.js'

/** Continues after a series, and returns the one to continue after; undefined if all were looked at. */
export async function rollUp(
  engine: Engine,
  nowMs: number,
  fence: Fence,
  after?: Buffer,
): Promise<Buffer | undefined> {
  const range = metricSeriesRange()
  const from = after === undefined ? range.from : keyAfter(after)
  const page = { kind: 'range', space: systemSpace, entriesMax: rolledSeriesMax } as const
  const [{ entries, more }] = await engine.read([{ ...page, ...range, from }])
  const hours = await readAll(engine, entries, 'hour', firstFineMinute(nowMs))
  const days = await readAll(engine, entries, 'day', firstFineMinute(nowMs))
  const horizon = firstCoarseMinute(nowMs)
  const mutations = entries.flatMap((entry, i) => [
    ...rolled(seriesOfKey(entry.key), hours[i]!, days[i]!),
    ...days[i]!.filter(({ key }) => startOfBlock(key) < horizon).map(deletion),
    ...forgotten(entry, nowMs),
  ])
  await writeFenced(engine, fence, mutations)
  return more ? entries.at(-1)!.key : undefined
}

/** Whole days are rolled up. */
function firstFineMinute(nowMs: number): number {
  const minute = Math.max(0, Math.floor((nowMs - minutesKeptMs) / minuteMs))
  return Math.floor(minute / dayLength) * dayLength
}

/** Days that begin before it are too old as a whole. */
function firstCoarseMinute(nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - coarseKeptMs) / minuteMs) - dayLength + 1)
}

async function readAll(
  engine: Engine,
  series: readonly Entry[],
  tier: MetricTier,
  beforeMinute: number,
): Promise<readonly (readonly Entry[])[]> {
  const reads = series.map(({ key }): Range => {
    const range = metricBlocks(tier, seriesOfKey(key), 0, beforeMinute)
    return { kind: 'range', space: systemSpace, ...range, entriesMax: blocksReadMax }
  })
  const pages = await engine.read(reads)
  return pages.map(({ entries }) => entries)
}

/** Minutes that came after their day was rolled up are too late, and dropped. */
function rolled(
  series: Buffer,
  hours: readonly Entry[],
  days: readonly Entry[],
): readonly Mutation[] {
  const known = new Set(days.map(({ key }) => startOfBlock(key)))
  const byDay = new Map<number, { readonly start: number; readonly block: Buffer }[]>()
  for (const { key, value } of hours) {
    const start = startOfBlock(key)
    const day = Math.floor(start / dayLength) * dayLength
    const own = byDay.get(day) ?? []
    own.push({ start: start - day, block: value })
    byDay.set(day, own)
  }
  const puts = [...byDay]
    .filter(([day]) => !known.has(day))
    .map(([day, blocks]) => {
      const key = metricBlockKey('day', series, day)
      return { kind: 'put', space: systemSpace, key, value: dayOf(blocks) } as const
    })
  return [...puts, ...hours.map(deletion)]
}

function forgotten(entry: Entry, nowMs: number): readonly Mutation[] {
  const lastMs = decodeSeriesRecord(entry.value) * minuteMs
  return lastMs < nowMs - coarseKeptMs ? [deletion(entry)] : []
}

function deletion({ key }: Entry): Mutation {
  return { kind: 'delete', space: systemSpace, key }
}
