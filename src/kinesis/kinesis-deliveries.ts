/**
 * Delivers the changes of tables to their Kinesis streams, a bounded step at a time: a page of each lane
 * is sent, and once the stream has taken it, the position is moved. A crash in between sends again what
 * was sent last; nothing is left out.
 *
 * What is delivered, and how far, is read from the store. In memory there is only which lanes wait
 * before they are tried again, and which changes beyond a position were taken already.
 */
import type { Delivery, LanePosition } from '../changes/reader.js'
import {
  decodeDelivery,
  deleteDelivery,
  getDelivery,
  putDelivery,
} from '../changes/reader.js'
import { readDelivery } from '../changes/read-lane.js'
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
import { kinesisDeliveryRange } from '../storage/change-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { walkPages } from '../storage/walk.js'
import { deliverLane, type LaneOutcome } from './deliver-lane.js'
import type { KinesisStreams } from './kinesis-streams.js'
import { planLanes, type LanePlan, type LaneTask } from '../changes/plan-lanes.js'

export interface DeliveriesDependencies {
  readonly engine: Engine
  readonly streams: KinesisStreams
  readonly clock: Clock
  readonly log: Log
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

  /** One step of every delivery; tells how long to rest before the next. */
  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    const used = new Set<string>()
    let restMs = kinesisIdleMs
    for await (const group of deliveryGroups(this.#dependencies.engine)) {
      const rests = group.map((delivery) => this.#deliver(delivery, used, fence, signal))
      restMs = Math.min(restMs, ...(await allDone(rests)))
    }
    for (const name of this.#lanes.keys()) if (!used.has(name)) this.#lanes.delete(name)
    return restMs
  }

  async #deliver(
    listed: Delivery,
    used: Set<string>,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<number> {
    const { engine } = this.#dependencies
    try {
      const point = await readDelivery(engine, listed)
      if (point === undefined) return kinesisPollMs
      const { delivery, log, heads } = point
      const plan = planLanes(delivery, log, heads)
      for (const { lane } of plan.positions) used.add(nameOfLane(delivery, lane))
      const outcomes = await this.#send(delivery, plan, signal)
      await save(engine, fence, delivery, plan, outcomes)
      const faultless = outcomes.some(({ fault }) => fault === undefined)
      return faultless || plan.complete ? 0 : kinesisPollMs
    } catch (error) {
      // The log is gone and the delivery with it, or another server has taken over.
      if (error instanceof GuardBroken) return kinesisPollMs
      throw error
    }
  }

  async #send(
    delivery: Delivery,
    { tasks }: LanePlan,
    signal: AbortSignal,
  ): Promise<readonly LaneOutcome[]> {
    const nowMs = this.#dependencies.clock.now()
    const ready = tasks
      .filter(({ position }) => this.#memoryOf(delivery, position.lane).retryAtMs <= nowMs)
      .slice(0, kinesisLanesAtOnceMax)
    return allDone(ready.map((task) => this.#sendLane(delivery, task, signal)))
  }

  async #sendLane(delivery: Delivery, task: LaneTask, signal: AbortSignal): Promise<LaneOutcome> {
    const { engine, streams, log, clock } = this.#dependencies
    const { streamArn, tableName } = delivery
    const memory = this.#memoryOf(delivery, task.position.lane)
    const sending = { streams, streamArn, signal, log }
    const outcome = await deliverLane(engine, sending, delivery, task, memory.taken)
    const { fault, progress } = outcome
    memory.failures = (progress ? 0 : memory.failures) + (fault === undefined ? 0 : 1)
    if (fault === undefined || signal.aborted) return outcome
    const pauseMs = Math.min(kinesisRetryMsMin * 2 ** (memory.failures - 1), kinesisRetryMsMax)
    memory.retryAtMs = clock.now() + pauseMs
    log.warn('Kinesis did not take all changes', { table: tableName, stream: streamArn, fault })
    return outcome
  }

  #memoryOf(delivery: Delivery, lane: number): LaneMemory {
    const name = nameOfLane(delivery, lane)
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const memory = { taken: new Set<number>(), failures: 0, retryAtMs: 0 }
    this.#lanes.set(name, memory)
    return memory
  }
}

/** As `Promise.all`, but nothing goes on behind the back of whoever is told of a failure. */
async function allDone<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function nameOfLane({ space, enabledAtMs }: Delivery, lane: number): string {
  return `${space}/${enabledAtMs}/${lane}`
}

/** All deliveries, as many at a time as are worked on side by side. */
async function* deliveryGroups(engine: Engine): AsyncGenerator<readonly Delivery[]> {
  const limits = { space: systemSpace, entriesMax: kinesisDeliveriesAtOnceMax }
  for await (const page of walkPages(engine, { ...kinesisDeliveryRange(), ...limits })) {
    yield page.map(({ value }) => decodeDelivery(value))
  }
}

/** Writes down what was taken, unless there is nothing new to write. */
async function save(
  engine: Engine,
  fence: Fence,
  delivery: Delivery,
  { positions, nextLane, complete }: LanePlan,
  outcomes: readonly LaneOutcome[],
): Promise<void> {
  const moved = new Map(outcomes.map(({ position }) => [position.lane, position]))
  const lanes = positions.map((position) => moved.get(position.lane) ?? position)
  if (!complete && nextLane === delivery.nextLane && samePositions(lanes, delivery.lanes)) return
  await engine.transact({
    guards: fence.guards,
    reads: [getDelivery(delivery)],
    decide([record]) {
      if (record === undefined) return { mutations: [], result: undefined }
      // Its end or precision may have been changed since it was read.
      const current = { ...decodeDelivery(record), lanes, nextLane }
      const mutation = complete ? deleteDelivery(current) : putDelivery(current)
      return { mutations: [mutation, ...fence.mutations], result: undefined }
    },
  })
}

function samePositions(a: readonly LanePosition[], b: readonly LanePosition[]): boolean {
  const isSame = (position: LanePosition, i: number) =>
    position.lane === b[i]?.lane && position.next === b[i].next
  return a.length === b.length && a.every(isSame)
}
