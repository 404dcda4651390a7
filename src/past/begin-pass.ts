/** Where a pass through the change log begins, so that it meets everything that is not before a point. */
import { firstEntrySince, type LaneStretch } from '../changes/first-entry.js'
import { recoveryKind, type LanePosition } from '../changes/reader.js'
import { decodeReader, readersOf } from '../changes/reader-record.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import { availableFrom } from './available-lanes.js'
import { clockSkewMsMax } from './limits.js'
import { logMoment, type LogMoment, type LogPass } from './log-pass.js'
import type { LogCut, PastPoint } from './past-point.js'
import { PastUnavailable } from './past-unavailable.js'

/** A pass over everything that is not before the point, and over little else. */
export async function passFromPoint(engine: Engine, point: PastPoint): Promise<LogPass> {
  const { log, cut, beforeMs } = point
  const { readAtMs } = point
  if (beforeMs !== undefined) return passSince(engine, { log, sinceMs: beforeMs, readAtMs })
  const heads = new Map(cut.heads)
  const lanes = Array.from({ length: cut.nextLane }, (_, lane) => lane)
  const positions = lanes.map((lane) => ({ lane, next: (heads.get(lane) ?? 0) + 1 }))
  return { log, positions, nextLane: cut.nextLane, begunAtMs: readAtMs - clockSkewMsMax }
}

export interface Since {
  readonly log: SpaceId
  readonly sinceMs: number
  readonly readAtMs: number
}

/** A pass over all changes since a moment. They have both images, since recovery was on. */
export async function passSince(
  engine: Engine,
  { log, sinceMs, readAtMs }: Since,
): Promise<LogPass> {
  const moment = await logMoment(engine, log)
  const { trimmedToMs } = moment.log
  if (trimmedToMs !== undefined && trimmedToMs >= sinceMs) throw new PastUnavailable('trimmed')
  const stretches = await recoveryLanes(engine, moment)
  const positions: LanePosition[] = []
  for (const stretch of stretches) {
    const next = await firstEntrySince(engine, log, stretch, sinceMs - clockSkewMsMax)
    positions.push({ lane: stretch.lane, next })
  }
  const begunAtMs = readAtMs - clockSkewMsMax
  return { log, positions, nextLane: moment.log.nextLane, begunAtMs }
}

/** What is left of the lanes from where recovery was turned on. */
async function recoveryLanes(
  engine: Engine,
  { log, heads }: LogMoment,
): Promise<readonly LaneStretch[]> {
  const { space, nextLane } = log
  const [page] = await engine.read([readersOf(space)])
  const reader = page.entries
    .map(({ value }) => decodeReader(value))
    .find(({ kind, end }) => kind === recoveryKind && (end === undefined || log.endedAtMs))
  if (reader === undefined) throw new PastUnavailable('not logged')
  const available = await availableFrom(engine, space)
  const begun = new Map(reader.positions.map(({ lane, next }) => [lane, next]))
  const lanes = Array.from({ length: nextLane }, (_, lane) => lane).filter(
    (lane) => begun.has(lane) || lane >= reader.nextLane,
  )
  return lanes.map((lane) => {
    const last = heads.get(lane) ?? 0
    const first = Math.max(begun.get(lane) ?? 1, available.get(lane) ?? last + 1)
    return { lane, first, last }
  })
}

/** Ends a pass at a cut, or before it where everything is younger than a moment. */
export async function endedPass(
  engine: Engine,
  pass: LogPass,
  cut: LogCut,
  untilMs: number,
): Promise<LogPass> {
  const firsts = new Map(pass.positions.map(({ lane, next }) => [lane, next]))
  const heads: (readonly [lane: number, last: number])[] = []
  for (const [lane, last] of cut.heads) {
    const first = firsts.get(lane)
    if (first === undefined || first > last) continue
    const stretch = { lane, first, last }
    const next = await firstEntrySince(engine, pass.log, stretch, untilMs + clockSkewMsMax)
    heads.push([lane, next - 1])
  }
  return { ...pass, end: { heads, nextLane: cut.nextLane } }
}
