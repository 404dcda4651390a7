/**
 * Merges the minutes of all servers into hours of one series each. A minute that was merged but not deleted yet,
 * because the server stopped there, is merged again without effect: points carry the tag of their minute.
 */
import { nextTurn, Steps } from '../stdx/turns.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import {
  metricBlockKey,
  metricMinutes,
  metricSeriesKey,
  minuteOfKey,
} from '../storage/metric-keys.js'
import { walk } from '../storage/walk.js'
import {
  mergedBytesMax,
  metricPageBytesMax,
  metricPageEntriesMax,
  seriesPerStepMax,
} from './limits.js'
import { MinuteRecord } from './minute-record.js'
import { hourLength, mergedHour, type TaggedPoint } from './series-block.js'
import { decodeSeriesRecord, encodeSeriesRecord } from './series-record.js'

/** The new points of a series in an hour. */
interface Stretch {
  readonly series: Buffer
  readonly startMinute: number
  readonly unit: number
  readonly points: TaggedPoint[]
}

/** Returns whether there is more. */
export async function mergeMinutes(
  engine: Engine,
  beforeMinute: number,
  fence: Fence,
): Promise<boolean> {
  const keys: Buffer[] = []
  const records: MinuteRecord[] = []
  let bytes = 0
  const page = { entriesMax: metricPageEntriesMax, bytesMax: metricPageBytesMax }
  const range = { space: systemSpace, ...metricMinutes(0, beforeMinute), ...page }
  for await (const { key, value } of walk(engine, range)) {
    keys.push(key)
    records.push(new MinuteRecord(minuteOfKey(key), value))
    bytes += value.length
    if (bytes >= mergedBytesMax) break
  }
  const stretches = [...(await stretchesOf(records)).values()]
  for (let at = 0; at < stretches.length; at += seriesPerStepMax) {
    await storeStretches(engine, stretches.slice(at, at + seriesPerStepMax), fence)
    await nextTurn()
  }
  const deletions = keys.map((key) => ({ kind: 'delete', space: systemSpace, key }) as const)
  await writeFenced(engine, fence, deletions)
  return bytes >= mergedBytesMax
}

async function stretchesOf(records: readonly MinuteRecord[]): Promise<Map<string, Stretch>> {
  const stretches = new Map<string, Stretch>()
  const steps = new Steps()
  for (const record of records) {
    const startMinute = Math.floor(record.minute / hourLength) * hourLength
    for (let i = 0; i < record.count; i++) {
      const { series, bytes } = record.entry(i)
      const name = `${startMinute} ${series.toString('latin1')}`
      const fresh = { series, startMinute, unit: bytes[0]!, points: [] }
      const stretch = stretches.get(name) ?? fresh
      stretches.set(name, stretch)
      const slot = record.minute - startMinute
      stretch.points.push({ slot, tag: record.tag, bytes: bytes.subarray(1) })
      if (steps.take(series.length)) await nextTurn()
    }
  }
  return stretches
}

async function storeStretches(
  engine: Engine,
  stretches: readonly Stretch[],
  fence: Fence,
): Promise<void> {
  const blocks = stretches.map(({ series, startMinute }) =>
    get(metricBlockKey('hour', series, startMinute)),
  )
  const seen = stretches.map(({ series }) => get(metricSeriesKey(series)))
  await engine.transact({
    guards: fence.guards,
    reads: [...blocks, ...seen],
    decide(found) {
      const hours = stretches.map(({ unit, points }, i) =>
        put(blocks[i]!, mergedHour(found[i], unit, points)),
      )
      const series = stretches.map((stretch, i) =>
        put(seen[i]!, seenUntil(stretch, found[blocks.length + i])),
      )
      return { mutations: [...hours, ...series, ...fence.mutations], result: undefined }
    },
  })
}

/** Minutes may come late. */
function seenUntil({ startMinute, points }: Stretch, before: Buffer | undefined): Buffer {
  const last = Math.max(...points.map(({ slot }) => startMinute + slot))
  return encodeSeriesRecord(Math.max(last, before === undefined ? 0 : decodeSeriesRecord(before)))
}

function get(key: Buffer): Get {
  return { kind: 'get', space: systemSpace, key }
}

function put({ space, key }: Get, value: Buffer): Mutation {
  return { kind: 'put', space, key, value }
}
