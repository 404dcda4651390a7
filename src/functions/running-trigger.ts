/**
 * A running trigger: its follower, its handler and its log. It stops in two steps: no new batch is
 * started, then, after a while, calls in progress are cut off.
 */
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Random } from '../stdx/random.js'
import { storeRetryMsMax } from '../jobs/limits.js'
import type {
  StreamSource,
  SourceRecord,
  SourceShard,
  SourceStream,
} from '../triggers/stream-source.js'
import { followTrigger } from '../triggers/follow-trigger.js'
import type { Invocation } from '../triggers/invocation.js'
import type {
  BatchCalls,
  FailedAttempt,
  GivenUpBatch,
  TriggerTime,
} from '../triggers/process-batch.js'
import type { TriggerPositions } from '../triggers/trigger-positions.js'
import type { Trigger } from '../triggers/trigger.js'
import { callEndpoint } from './call-endpoint.js'
import { appendDeadLetter, failureMessage } from './dead-letter.js'
import { FunctionPool } from './function-pool.js'
import { lambdaEvent } from '../triggers/lambda-event.js'
import type { TriggerLog } from './trigger-log.js'

export interface RunningDependencies {
  readonly source: StreamSource
  readonly positions: TriggerPositions
  readonly clock: Clock
  readonly time: TriggerTime
  readonly random: Random
  readonly log: Log
  readonly triggerLog: TriggerLog
}

export class RunningTrigger {
  readonly trigger: Trigger
  readonly #dependencies: RunningDependencies
  readonly #stopping = new AbortController()
  readonly #killing = new AbortController()
  readonly #pool: FunctionPool | undefined
  readonly #ended: Promise<void>
  #status = 'starts'
  #failure: string | undefined

  constructor(trigger: Trigger, dependencies: RunningDependencies) {
    this.trigger = trigger
    this.#dependencies = dependencies
    this.#pool = this.#openPool()
    const { source, positions, time, log } = dependencies
    const parts = {
      source,
      positions,
      time,
      log,
      callsFor: (stream: SourceStream, shard: SourceShard) => this.#callsFor(stream, shard),
      tell: (status: string) => this.#tell(status),
    }
    this.#ended = followTrigger(trigger, parts, this.#stopping.signal)
  }

  /** Resolves when it was stopped; rejects if it cannot continue. */
  get ended(): Promise<void> {
    return this.#ended
  }

  get status(): string {
    return this.#failure === undefined ? this.#status : `${this.#status}, fails: ${this.#failure}`
  }

  async stop(drainMsMax: number): Promise<void> {
    this.#stopping.abort(new Error('the trigger stops'))
    const timer = setTimeout(() => this.#killing.abort(), drainMsMax)
    await this.#ended.catch(() => undefined)
    clearTimeout(timer)
    this.#killing.abort()
    this.#pool?.close()
    await this.#dependencies.triggerLog.flush()
  }

  #openPool(): FunctionPool | undefined {
    const { name, handler, table } = this.trigger
    if (handler.kind !== 'module') return undefined
    const { path, exportName, memoryMb } = handler
    const identity = { name, arn: this.#arn, region: table.region, path, exportName, memoryMb }
    return new FunctionPool(handler, identity, (text) => this.#print('handler', text))
  }

  get #arn(): string {
    const { name, table } = this.trigger
    return `arn:aws:lambda:${table.region}:${table.account}:function:${name}`
  }

  #tell(status: string): void {
    if (status !== this.#status) this.#print('trigger', status)
    this.#status = status
  }

  #print(source: 'handler' | 'trigger', text: string): void {
    this.#dependencies.triggerLog.write(source, text)
  }

  #callsFor(stream: SourceStream, shard: SourceShard): BatchCalls {
    return {
      invoke: (records) => this.#invoke(records),
      giveUp: (batch) => this.#giveUp(batch, stream, shard),
      failed: (failure) => this.#failed(failure),
    }
  }

  async #invoke(records: readonly SourceRecord[]): Promise<Invocation> {
    const invocation = await this.#callWith(lambdaEvent(records), this.#killing.signal)
    if (invocation.kind === 'answered') this.#failure = undefined
    return invocation
  }

  /** Calls the handler with an event that is not of its stream. */
  call(event: string, signal: AbortSignal): Promise<Invocation> {
    return this.#callWith(event, AbortSignal.any([signal, this.#killing.signal]))
  }

  #callWith(event: string, signal: AbortSignal): Promise<Invocation> {
    const { handler } = this.trigger
    if (handler.kind === 'endpoint') return callEndpoint(handler, event, signal)
    return this.#pool!.invoke(this.#dependencies.random.uuid(), event, signal)
  }

  #failed({ records, reason, attempts }: FailedAttempt): void {
    this.#failure = reason
    const [first, last] = [records[0]!.sequenceNumber, records.at(-1)!.sequenceNumber]
    const facts = `${records.length} records, ${first} to ${last}, attempt ${attempts}`
    this.#print('trigger', `a batch failed (${facts}): ${reason}`)
  }

  async #giveUp(batch: GivenUpBatch, stream: SourceStream, shard: SourceShard): Promise<void> {
    const { random, clock, time } = this.#dependencies
    const { deadLetterFile } = this.trigger
    const { condition, records } = batch
    const [first, last] = [records[0]!.sequenceNumber, records.at(-1)!.sequenceNumber]
    this.#print('trigger', `gives up ${records.length} records, ${first} to ${last}: ${condition}`)
    if (deadLetterFile === undefined) return
    const names = { requestId: random.uuid(), functionArn: this.#arn, stream, shard }
    for (;;) {
      try {
        const message = failureMessage(batch, { ...names, nowMs: clock.now() })
        return await appendDeadLetter(deadLetterFile, message)
      } catch (error) {
        this.#failure = `cannot write ${deadLetterFile}: ${(error as Error).message}`
        this.#print('trigger', this.#failure)
        await time.pause(storeRetryMsMax, this.#stopping.signal)
      }
    }
  }
}
