/**
 * Triggers on a real database whose clock the test moves. The handler is a function of the test: it
 * records its calls, and succeeds unless the test says otherwise.
 */
import type { UpkeepSettings } from '../changes/upkeep.js'
import { StreamBench } from '../operations/streams-suite.js'
import type { Engine } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { SourceRecord } from '../triggers/stream-source.js'
import { followTrigger } from '../triggers/follow-trigger.js'
import type { Invocation } from '../triggers/invocation.js'
import type { GivenUpBatch } from '../triggers/process-batch.js'
import { readTriggers } from '../triggers/read-triggers.js'
import { TriggerPositions } from '../triggers/trigger-positions.js'
import type { Trigger } from '../triggers/trigger.js'
import { VirtualTime } from '../triggers/virtual-time-suite.js'
import { silentLog } from '../stdx/log.js'
import { StreamSource } from '../triggers/stream-source.js'

export interface HandlerCall {
  readonly shard: string
  readonly names: readonly string[]
}

export class FollowBench extends StreamBench {
  readonly time: VirtualTime
  readonly calls: HandlerCall[] = []
  readonly givenUp: GivenUpBatch[] = []
  fence: () => Fence = () => unfenced
  status = ''
  handler: (call: HandlerCall) => Invocation | Promise<Invocation> = () => success
  #stopping = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  constructor(engine: Engine, settings: Partial<UpkeepSettings> = {}) {
    super(engine, settings)
    this.time = new VirtualTime(this.clock)
  }

  get positions(): TriggerPositions {
    return new TriggerPositions(this.engine, () => this.fence())
  }

  /** Starts following; the trigger is called `subject` and follows the table `things`. */
  follow(settings: object = {}): Promise<void> {
    const { database, time, positions } = this
    this.#stopping = new AbortController()
    const dependencies = {
      source: new StreamSource(database.streams, database.catalog),
      positions,
      time,
      log: silentLog,
      callsFor: (_: unknown, { id }: { readonly id: string }) => ({
        invoke: (records: readonly SourceRecord[]) => this.#invoke(id, records),
        giveUp: async (batch: GivenUpBatch) => void this.givenUp.push(batch),
        failed: () => undefined,
      }),
      tell: (status: string) => (this.status = status),
    }
    this.#ended = followTrigger(triggerOf(settings), dependencies, this.#stopping.signal)
    this.#ended.catch(() => undefined)
    return this.#ended
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stop'))
    let ended = false
    void this.#ended.catch(() => undefined).then(() => (ended = true))
    // A handler may still be running.
    await this.time.until(() => ended)
  }

  get names(): readonly string[] {
    return this.calls.flatMap(({ names }) => names)
  }

  untilCalledWith(count: number): Promise<void> {
    return this.time.until(() => this.names.length >= count)
  }

  /** Lets everything that is still pending happen. */
  async rest(): Promise<void> {
    let rounds = 0
    await this.time.until(() => ++rounds > 150)
  }

  async #invoke(shard: string, records: readonly SourceRecord[]): Promise<Invocation> {
    const call = { shard, names: records.map(nameOf) }
    this.calls.push(call)
    return this.handler(call)
  }
}

export const success: Invocation = { kind: 'answered', answer: null }
export const failure: Invocation = { kind: 'failed', reason: 'no' }

function triggerOf(settings: object): Trigger {
  const source = 'EventSourceArn' in settings ? {} : { Table: 'things' }
  const Triggers = [{ Name: 'subject', ...source, Url: 'http://unused', ...settings }]
  const { triggers, faults } = readTriggers(JSON.stringify({ Triggers }), 'x')
  if (faults.length > 0) throw new Error(faults.join())
  return triggers[0]!
}

/** The item's name, and its version if it has one. */
function nameOf({ json }: SourceRecord): string {
  const { dynamodb } = JSON.parse(json) as {
    dynamodb: { Keys: { pk: { S: string } }; NewImage?: { v?: { N: string } } }
  }
  const version = dynamodb.NewImage?.v?.N
  return `${dynamodb.Keys.pk.S}${version === undefined ? '' : `:${version}`}`
}
