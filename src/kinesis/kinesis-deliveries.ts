/**
 * Delivers the changes of tables to their Kinesis streams, in bounded steps: a page of each lane is
 * sent, and once the stream has accepted it, the position is moved. A crash in between sends the
 * last page again; nothing is left out.
 *
 * What is delivered, and how far, is read from the store. Only two things are in memory: which
 * lanes wait before they are retried, and which changes beyond a position were already accepted.
 */
import { planLanes, type LanePlan, type LaneTask } from '../changes/plan-lanes.js'
import { readReader } from '../changes/read-lane.js'
import { decodeReader } from '../changes/reader-record.js'
import { savePositions } from '../changes/save-positions.js'
import {
  kinesisDeliveriesAtOnceMax,
  kinesisIdleMs,
  kinesisLanesAtOnceMax,
  kinesisPollMs,
  kinesisRetryMsMax,
  kinesisRetryMsMin,
} from './limits.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { logReaderRange } from '../storage/change-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { walkPages } from '../storage/walk.js'
import { deliverLane, type LaneOutcome } from './deliver-lane.js'
import { isKinesisDelivery, type KinesisDelivery } from './kinesis-delivery.js'
import type { KinesisStreams } from './kinesis-streams.js'
import type { DeliveryFigure, MeasureDelivery } from './measure-delivery.js'

export interface DeliveriesDependencies {
  readonly engine: Engine
  readonly streams: KinesisStreams
  readonly clock: Clock
  readonly log: Log
  readonly measure?: MeasureDelivery | undefined
}

interface LaneMemory {
  readonly taken: Set<number>
  failures: number
  retryAtMs: number
}

export class KinesisDeliveries {
  readonly #dependencies: DeliveriesDependencies
  readonly #lanes = new Map<string, LaneMemory>()

  constructor(dependencies: DeliveriesDependencies) {
    this.#dependencies = dependencies
  }

  /** Does one step of every delivery; returns how long to wait before the next. */
  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    const used = new Set<string>()
    const begun = new Set<string>()
    let restMs = kinesisIdleMs
    for await (const group of deliveryGroups(this.#dependencies.engine)) {
      const first = group.filter((delivery) => isFirst(delivery, begun))
      const rests = first.map((delivery) => this.#deliver(delivery, used, fence, signal))
      restMs = Math.min(restMs, ...(await allDone(rests)))
    }
    for (const name of this.#lanes.keys()) if (!used.has(name)) this.#lanes.delete(name)
    return restMs
  }

  async #deliver(
    listed: KinesisDelivery,
    used: Set<string>,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<number> {
    const { engine } = this.#dependencies
    try {
      const point = await readReader(engine, listed)
      if (point === undefined || !isKinesisDelivery(point.reader)) return kinesisPollMs
      const { reader: delivery, log, heads } = point
      const plan = planLanes(delivery, log, heads)
      for (const { lane } of plan.positions) used.add(nameOfLane(delivery, lane))
      const outcomes = await this.#send(delivery, plan, signal)
      const moved = outcomes.map(({ position }) => position)
      await savePositions(engine, fence, { reader: delivery, plan }, moved)
      const faultless = outcomes.some(({ fault }) => fault === undefined)
      return faultless || plan.complete ? 0 : kinesisPollMs
    } catch (error) {
      // The log and the delivery no longer exist, or another server has taken over.
      if (error instanceof GuardBroken) return kinesisPollMs
      throw error
    }
  }

  async #send(
    delivery: KinesisDelivery,
    { tasks }: LanePlan,
    signal: AbortSignal,
  ): Promise<readonly LaneOutcome[]> {
    const nowMs = this.#dependencies.clock.now()
    const ready = tasks
      .filter(({ position }) => isDue(this.#memoryOf(delivery, position.lane), nowMs))
      .slice(0, kinesisLanesAtOnceMax)
    return allDone(ready.map((task) => this.#sendLane(delivery, task, signal)))
  }

  async #sendLane(
    delivery: KinesisDelivery,
    task: LaneTask,
    signal: AbortSignal,
  ): Promise<LaneOutcome> {
    const { engine, streams, log, clock, measure: measureAll } = this.#dependencies
    const { settings, tableName } = delivery
    const { streamArn } = settings
    const memory = this.#memoryOf(delivery, task.position.lane)
    const measure =
      measureAll && ((figure: DeliveryFigure, value: number) => measureAll(delivery, figure, value))
    const sending = { streams, streamArn, signal, log, measure }
    const outcome = await deliverLane({ engine, sending, delivery }, task, memory.taken)
    const { fault, progress, capturedUnits, oldestAtMs } = outcome
    if (capturedUnits > 0) measure?.('captured', capturedUnits)
    if (oldestAtMs !== undefined) measure?.('waited', Math.max(0, clock.now() - oldestAtMs))
    memory.failures = (progress ? 0 : memory.failures) + (fault === undefined ? 0 : 1)
    if (fault === undefined || signal.aborted) return outcome
    const pauseMs = Math.min(kinesisRetryMsMin * 2 ** (memory.failures - 1), kinesisRetryMsMax)
    memory.retryAtMs = clock.now() + pauseMs
    log.warn('Kinesis did not accept all changes', { table: tableName, stream: streamArn, fault })
    return outcome
  }

  #memoryOf(delivery: KinesisDelivery, lane: number): LaneMemory {
    const name = nameOfLane(delivery, lane)
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const memory = { taken: new Set<number>(), failures: 0, retryAtMs: 0 }
    this.#lanes.set(name, memory)
    return memory
  }
}

/** A pause that seems longer than any is over: the clock went back. */
function isDue({ retryAtMs }: LaneMemory, nowMs: number): boolean {
  return nowMs >= retryAtMs || nowMs < retryAtMs - kinesisRetryMsMax
}

/**
 * Whether no earlier delivery has the same table and stream: one that was disabled and enabled again
 * finishes what came before, or changes of an item would arrive out of order.
 */
function isFirst({ tableId, settings }: KinesisDelivery, begun: Set<string>): boolean {
  const name = `${tableId}/${settings.streamArn}`
  if (begun.has(name)) return false
  begun.add(name)
  return true
}

/** As `Promise.all`, but waits for all before it rejects. */
async function allDone<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function nameOfLane({ space, beganAtMs }: KinesisDelivery, lane: number): string {
  return `${space}/${beganAtMs}/${lane}`
}

/** All deliveries, earlier ones first, in groups that are worked on in parallel. */
async function* deliveryGroups(engine: Engine): AsyncGenerator<readonly KinesisDelivery[]> {
  const limits = { space: systemSpace, entriesMax: kinesisDeliveriesAtOnceMax }
  for await (const page of walkPages(engine, { ...logReaderRange(), ...limits })) {
    yield page.map(({ value }) => decodeReader(value)).filter(isKinesisDelivery)
  }
}

export async function hasDeliveries(engine: Engine): Promise<boolean> {
  for await (const group of deliveryGroups(engine)) if (group.length > 0) return true
  return false
}
