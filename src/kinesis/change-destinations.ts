/**
 * The new Kinesis destinations of a table after an operation, or the service's refusal. Pure: the
 * catalog stores the result, and the change log follows it.
 *
 * AWS: at most one destination is enabled, being enabled or being disabled. Those that are disabled
 * stay listed, and enabling a stream again replaces its entry.
 */
import { validation } from '../model/errors.js'
import { kinesisDestinationsMax } from '../model/limits.js'
import type { KinesisDestination, TimePrecision } from '../model/kinesis-destination.js'
import type { TableDefinition } from '../model/table.js'
import { destinationStateOf } from './destination-state.js'

export type Destinations = readonly KinesisDestination[]

type Owner = Pick<TableDefinition, 'name' | 'id' | 'kinesisDestinations'>

export interface ChangeTimes {
  readonly nowMs: number
  readonly doneAtMs: number
}

export type NewDestination = Pick<KinesisDestination, 'streamArn' | 'precision' | 'failure'>

export function requireEnableable({ kinesisDestinations }: Owner, nowMs: number): void {
  const isOver = (destination: KinesisDestination) =>
    ['DISABLED', 'ENABLE_FAILED', 'gone'].includes(destinationStateOf(destination, nowMs))
  if (kinesisDestinations?.every(isOver) ?? true) return
  throw wrongState(
    'EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.',
  )
}

export function enableDestination(
  owner: Owner,
  wanted: NewDestination,
  { nowMs, doneAtMs }: ChangeTimes,
): Destinations {
  requireEnableable(owner, nowMs)
  const before = owner.kinesisDestinations ?? []
  const latestMs = Math.max(0, ...before.map(({ enabledAtMs }) => enabledAtMs))
  const enabledAtMs = Math.max(nowMs, latestMs + 1)
  const others = before.filter(
    (each) => each.streamArn !== wanted.streamArn && destinationStateOf(each, nowMs) !== 'gone',
  )
  const enabled = { ...wanted, enabledAtMs, activeFromMs: doneAtMs }
  return [enabled, ...others.slice(0, kinesisDestinationsMax)]
}

export function disableDestination(
  { kinesisDestinations = [] }: Owner,
  streamArn: string,
  { nowMs, doneAtMs }: ChangeTimes,
): Destinations {
  const current = find(kinesisDestinations, streamArn)
  const state = current && destinationStateOf(current, nowMs)
  // AWS: disabling it again is answered with DISABLING.
  if (state === 'DISABLING') return kinesisDestinations
  if (current === undefined || state !== 'ACTIVE') throw notDisableable()
  // AWS: disabling also drops the precision.
  const { precision, ...rest } = current
  const closed = { atMs: nowMs, disabledFromMs: doneAtMs }
  return replaced(kinesisDestinations, { ...rest, closed })
}

export function notDisableable() {
  return wrongState('KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.')
}

export function updateDestination(
  { name, id, kinesisDestinations = [] }: Owner,
  streamArn: string,
  precision: TimePrecision,
  { nowMs, doneAtMs }: ChangeTimes,
): Destinations {
  const current = find(kinesisDestinations, streamArn)
  if (current === undefined || destinationStateOf(current, nowMs) === 'gone') {
    throw wrongState(
      `No streaming destination with streamArn: ${streamArn} found for table with tableName: ${name}`,
    )
  }
  if (destinationStateOf(current, nowMs) !== 'ACTIVE') {
    throw wrongState(
      `Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: ${name}, kdsArn: ${streamArn}`,
    )
  }
  if (precision === (current.precision ?? 'MILLISECOND')) {
    throw validation(
      `Invalid Request: Precision is already set to the desired value of ${precision} for tableId: ${id}, kdsArn: ${streamArn}`,
    )
  }
  const changed = { ...current, precision, updatedAtMs: nowMs, updatedFromMs: doneAtMs }
  return replaced(kinesisDestinations, changed)
}

function find(destinations: Destinations, streamArn: string): KinesisDestination | undefined {
  return destinations.find((each) => each.streamArn === streamArn)
}

function replaced(destinations: Destinations, changed: KinesisDestination): Destinations {
  return destinations.map((each) => (each.streamArn === changed.streamArn ? changed : each))
}

/** AWS: the sentences of all operations are about enabling. */
function wrongState(reason: string) {
  return validation(
    `Table is not in a valid state to enable Kinesis Streaming Destination: ${reason}`,
  )
}
