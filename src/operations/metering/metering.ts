/**
 * Measure: turns calls that have ended into the metrics that AWS has of tables.
 *
 * It runs with every request: a call that succeeded costs a look-up for its table and one for its
 * operation, and allocates nothing. Whatever goes wrong here must not harm a call.
 */
import { unitsOf, vectorRequestBytes } from '../../capacity/units.js'
import type { OnThrottled, ThrottleEvent } from '../../capacity/demand.js'
import type { Table } from '../../catalog/table.js'
import { workOfFailure } from '../../items/failed-work.js'
import type { Touch, Work } from '../../items/work.js'
import type { MeasureDelivery } from '../../kinesis/measure-delivery.js'
import type { Meter } from '../../metrics/meter.js'
import type { Meters, MinuteMeters } from '../../metrics/meters.js'
import type { LinkReport } from '../../replication/link-report.js'
import type { OnApplied } from '../../replication/receiver.js'
import type { Clock } from '../../stdx/clock.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import type { RefusedCall } from '../refused-call.js'
import { countFailure, countMembers, countRefused } from './failures.js'
import { returnedItems } from './returned-items.js'
import { replicationNamespace, resourceValues, seriesNamed } from './series-names.js'
import { deliveryMetrics, kinesisOperation } from './delivery-metrics.js'
import { countStreamRead } from './stream-reads.js'
import { TableSlots } from './table-slots.js'
import { throttleSeries } from './throttle-series.js'

/** What was found of a minute: the meters, and those of its tables by their ids. */
class MinuteSlots {
  readonly meters: MinuteMeters
  readonly tables = new Map<string, TableSlots>()
  readonly #throttled = new Map<ThrottleEvent, readonly Meter[]>()

  constructor(meters: MinuteMeters) {
    this.meters = meters
  }

  of(table: Table): TableSlots {
    return this.tables.get(table.id) ?? this.#add(table)
  }

  /** A busy table may have such an event with every request: they are found by identity. */
  throttled(event: ThrottleEvent): readonly Meter[] {
    return this.#throttled.get(event) ?? this.#addThrottled(event)
  }

  #addThrottled(event: ThrottleEvent): readonly Meter[] {
    const meters = throttleSeries(event).map((id) => this.meters.meter(id, 'Count'))
    this.#throttled.set(event, meters)
    return meters
  }

  #add(table: Table): TableSlots {
    const slots = new TableSlots(this.meters, table)
    this.tables.set(table.id, slots)
    return slots
  }
}

export class Metering {
  readonly #meters: Meters
  readonly #clock: Clock
  #slots: MinuteSlots

  constructor(meters: Meters, clock: Clock) {
    this.#meters = meters
    this.#clock = clock
    this.#slots = new MinuteSlots(meters.at(clock.now()))
  }

  readonly measure = (finished: FinishedCall): void => {
    const { outcome, tables } = finished
    const slots = this.#slotsAt(finished.startedAtMs + finished.durationMs)
    if (outcome.kind === 'failed') {
      const work = workOfFailure(outcome.error)
      if (work !== undefined) consume(slots, work)
      countFailure(slots.meters, finished, outcome.error)
      return
    }
    const { work } = outcome.result
    if (work !== undefined) consume(slots, work)
    if (tables.length > 0) succeed(slots, finished)
    else if (finished.call.operation.definition.id === 'dynamodb-streams.GetRecords') {
      countStreamRead(slots.meters, finished)
    }
  }

  /** A call whose signature was refused. */
  readonly refused = (call: RefusedCall, account: string): void => {
    countRefused(this.#slotsAt(this.#clock.now()).meters, call, account)
  }

  /** What the limiter has refused, or would have refused. */
  readonly throttled: OnThrottled = (event, nowMs) => {
    for (const meter of this.#slotsAt(nowMs).throttled(event)) meter.add(1)
  }

  readonly expired = (table: Table, items: number): void => {
    if (items === 0) return
    const id = seriesNamed(table, 'TimeToLiveDeletedItemCount', { TableName: table.name })
    this.#slotsAt(this.#clock.now()).meters.meter(id, 'Count').add(items)
  }

  /** How far the build of an index has got, from 0 to 1. */
  readonly built = (table: Table, indexName: string, progress: number): void => {
    const values = resourceValues(table.name, indexName)
    const id = seriesNamed(table, 'OnlineIndexPercentageProgress', values)
    const { meters } = this.#slotsAt(this.#clock.now())
    meters.meter(id, 'Count').add(Math.floor(100 * progress))
  }

  /** What has become of changes that are delivered to Kinesis. */
  readonly delivered: MeasureDelivery = (delivery, figure, value) => {
    const { metric, unit } = deliveryMetrics[figure]
    const id = seriesNamed(delivery, metric, {
      TableName: delivery.tableName,
      DelegatedOperation: kinesisOperation,
    })
    this.#slotsAt(this.#clock.now()).meters.meter(id, unit).add(value)
  }

  /** Changes of a global table that were applied in another region. */
  readonly replicated: OnApplied = ({ table, member }, { changes, lost, isCopy }) => {
    const nowMs = this.#clock.now()
    const { meters } = this.#slotsAt(nowMs)
    const values = { TableName: table.name, ReceivingRegion: table.region }
    if (lost > 0) {
      const overwritten = seriesNamed(member, 'OverwrittenVersionCount', values)
      meters.meter({ ...overwritten, namespace: replicationNamespace }, 'Count').add(lost)
    }
    if (isCopy) return
    const latency = seriesNamed(member, 'ReplicationLatency', values)
    const meter = meters.meter(latency, 'Milliseconds', true)
    for (const { atMs } of changes) meter.add(Math.max(0, nowMs - atMs))
  }

  /** How far a region of a global table is behind another. */
  readonly behind = (report: LinkReport): void => {
    const { account, fromRegion, toRegion, tableName, pending } = report
    if (pending === undefined) return
    const values = { TableName: tableName, ReceivingRegion: toRegion }
    const id = seriesNamed({ account, region: fromRegion }, 'PendingReplicationCount', values)
    this.#slotsAt(this.#clock.now()).meters.meter(id, 'Count').add(pending)
  }

  #slotsAt(nowMs: number): MinuteSlots {
    const meters = this.#meters.at(nowMs)
    if (meters !== this.#slots.meters) this.#slots = new MinuteSlots(meters)
    return this.#slots
  }
}

/** AWS: what a request uses of a table or index is one value, however many items it touches. */
function consume(slots: MinuteSlots, work: Work): void {
  if (work.length === 1) {
    const touch = work[0]!
    slots.of(touch.table).used(touch).add(amountOf(touch))
    return
  }
  for (const touch of work) slots.of(touch.table).used(touch).addPart(amountOf(touch))
  for (const touch of work) slots.of(touch.table).used(touch).endParts()
}

/** AWS: work on vector indexes is measured in bytes. */
function amountOf(touch: Touch): number {
  return touch.kind === 'read' || touch.kind === 'write'
    ? unitsOf(touch)
    : vectorRequestBytes(touch)
}

function succeed(slots: MinuteSlots, finished: FinishedCall): void {
  const { tables, call, durationMs } = finished
  const { definition } = call.operation
  for (let i = 0; i < tables.length; i++) {
    const table = tables[i]
    // The items of a batch are often all in one table.
    if (table === undefined || (i > 0 && tables.indexOf(table) < i)) continue
    const { latency, returned } = slots.of(table).operation(definition)
    latency.add(durationMs)
    if (returned !== undefined) returnedItems(finished, returned)
  }
  if (definition.name === 'BatchExecuteStatement') countMembers(slots.meters, finished)
}
