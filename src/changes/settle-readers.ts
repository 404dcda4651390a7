/**
 * What a change of a table's definition means for the deliveries of its changes to Kinesis: told, as for
 * streams, by comparing what shall be with what is stored.
 *
 * Whoever runs this holds the table's space to itself, so the heads of the lanes are where the old
 * definition ends and the new one begins.
 */
import { limitExceeded } from '../model/errors.js'
import { kinesisDestinationsMax } from '../model/limits.js'
import type { ChangeLogSetting, KinesisDestination, TableDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Mutation } from '../storage/engine.js'
import type { LaneHeads } from './change-log.js'
import { isDelivered, putDelivery, type Delivery } from './reader.js'
import type { FoundChanges } from './settle-changes.js'

export function settleDeliveries(
  wanted: TableDefinition,
  changes: ChangeLogSetting | undefined,
  found: FoundChanges,
): readonly Mutation[] {
  const open = wanted.kinesisDestinations?.find(isDelivered)
  const isOf = (delivery: Delivery) => delivery.enabledAtMs === open?.enabledAtMs
  const current = found.deliveries.find(isOf)
  const ended = endAll(
    found,
    found.deliveries.filter((delivery) => !isOf(delivery)),
  )
  if (open === undefined) return ended
  if (current !== undefined) return [...ended, ...changedDelivery(current, open)]
  assert(changes !== undefined, 'a delivery reads a log', { tableName: wanted.name })
  if (found.deliveries.length >= kinesisDestinationsMax) throw tooManyDeliveries()
  return [...ended, putDelivery(newDelivery(wanted, changes, open, found.heads))]
}

/** For a table that goes: what happened until then is still delivered. */
export function endDeliveries(found: FoundChanges): readonly Mutation[] {
  return endAll(found, found.deliveries)
}

function endAll(
  { log, heads }: FoundChanges,
  deliveries: readonly Delivery[],
): readonly Mutation[] {
  const running = deliveries.filter(({ end }) => end === undefined)
  if (running.length === 0) return []
  assert(log !== undefined, 'a delivery has a log')
  const end = { heads: [...heads], nextLane: log.nextLane }
  return running.map((delivery) => putDelivery({ ...delivery, end }))
}

function changedDelivery(
  current: Delivery,
  { precision }: KinesisDestination,
): readonly Mutation[] {
  return current.precision === precision ? [] : [putDelivery({ ...current, precision })]
}

function tooManyDeliveries() {
  return limitExceeded(
    `Kinesis has yet to take the changes of ${kinesisDestinationsMax} earlier destinations of this table`,
  )
}

function newDelivery(
  { account, region, name: tableName, id: tableId }: TableDefinition,
  { space, lanes }: ChangeLogSetting,
  { enabledAtMs, streamArn, precision }: KinesisDestination,
  heads: LaneHeads,
): Delivery {
  const positions = lanes.map(({ number: lane }) => ({ lane, next: (heads.get(lane) ?? 0) + 1 }))
  const nextLane = 1 + Math.max(...lanes.map(({ number }) => number))
  const names = { account, region, space, enabledAtMs, tableName, tableId, streamArn }
  return { ...names, precision, lanes: positions, nextLane }
}
