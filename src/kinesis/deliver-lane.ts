/**
 * Delivers a page of one lane, up to the first change that was not accepted, and returns how far it
 * got.
 */
import type { LaneTask } from '../changes/plan-lanes.js'
import type { LanePosition } from '../changes/reader.js'
import { isShown } from '../changes/change-record.js'
import { readLane, type LaneEntry } from '../changes/read-lane.js'
import type { LoggedChange } from '../changes/read-log.js'
import { kinesisPageBytesMax, kinesisPageEntriesMax } from './limits.js'
import type { Engine } from '../storage/engine.js'
import type { KinesisDelivery } from './kinesis-delivery.js'
import { kinesisRecord, timeInMicros } from './kinesis-record.js'
import { capturedUnits } from './measure-delivery.js'
import { sendInOrder, type Sending } from './send-in-order.js'

export interface LaneOutcome {
  readonly position: LanePosition
  /** Whether Kinesis accepted anything. */
  readonly progress: boolean
  /** Why it did not accept everything. */
  readonly fault: string | undefined
  /** Of the changes that it accepted. */
  readonly capturedUnits: number
  /** Of the oldest change that there was to deliver; undefined if there was none. */
  readonly oldestAtMs: number | undefined
}

export interface LaneDelivery {
  readonly engine: Engine
  readonly sending: Sending
  readonly delivery: KinesisDelivery
}

/**
 * `taken` are entries beyond the position that Kinesis has already accepted; it only avoids
 * repetitions.
 */
export async function deliverLane(
  { engine, sending, delivery }: LaneDelivery,
  { position, last }: LaneTask,
  taken: Set<number>,
): Promise<LaneOutcome> {
  const { lane } = position
  const bounds = { entriesMax: kinesisPageEntriesMax, bytesMax: kinesisPageBytesMax }
  const page = await readLane(engine, delivery.space, position, bounds)
  reportTrimmed(sending, delivery, position, page[0]?.entry ?? last + 1)
  const within = page.filter(({ entry }) => entry <= last)
  const due = timed(within.filter(isDelivered), position.lastMicros)
  if (due.length === 0) return nothingLeft(position, within.at(-1)?.entry ?? last)
  const source = { ...delivery, precision: delivery.settings.precision }
  const records = due.map(({ change, micros }) => kinesisRecord(source, lane, change, micros))
  const takenBefore = new Set(taken)
  const fault = await sendInOrder(sending, records, taken)
  const accepted = due.filter(
    ({ change: { entry } }) => taken.has(entry) && !takenBefore.has(entry),
  )
  return {
    position: advanced(position, due, taken),
    progress: accepted.length > 0,
    fault,
    capturedUnits: accepted.reduce((sum, { change }) => sum + capturedUnits(change.change), 0),
    oldestAtMs: due[0]?.change.change.atMs,
  }
}

function isDelivered(logged: LaneEntry): logged is LoggedChange {
  return isShown(logged.change)
}

function nothingLeft(position: LanePosition, last: number): LaneOutcome {
  const reached = { ...position, next: last + 1 }
  const nothing = { capturedUnits: 0, oldestAtMs: undefined }
  return { position: reached, progress: true, fault: undefined, ...nothing }
}

interface TimedChange {
  readonly change: LoggedChange
  readonly micros: number
}

function timed(
  changes: readonly LoggedChange[],
  lastMicros: number | undefined,
): readonly TimedChange[] {
  let micros = lastMicros ?? 0
  return changes.map((change) => {
    micros = timeInMicros(change.change.atMs, micros)
    return { change, micros }
  })
}

function advanced(
  position: LanePosition,
  due: readonly TimedChange[],
  taken: Set<number>,
): LanePosition {
  let reached = position
  for (const { change, micros } of due) {
    if (!taken.delete(change.entry)) break
    reached = { ...position, next: change.entry + 1, lastMicros: micros }
  }
  return reached
}

/** AWS: changes that could not be delivered for a day are lost. This is logged and measured. */
function reportTrimmed(
  { log, measure }: Sending,
  { tableName, settings: { streamArn } }: KinesisDelivery,
  { lane, next }: LanePosition,
  first: number,
): void {
  // A lane that was split off begins with a higher number than 1.
  if (next === 1 || first <= next) return
  const facts = { table: tableName, stream: streamArn, lane, changes: first - next }
  log.error('changes became too old before Kinesis accepted them', facts)
  measure?.('failed', first - next)
}
