/**
 * Follows the streams of one trigger: finds the stream, processes every shard that is due, and
 * moves on to the next stream when one has ended.
 *
 * A shard is due once its parent is processed or trimmed. All that matters is in the stored
 * positions, so it can be stopped at any moment and resumed anywhere.
 */
import type { Log } from '../stdx/log.js'
import { Sleeper } from '../stdx/sleeper.js'
import { GuardBroken } from '../storage/errors.js'
import { triggerShardsPollMs } from './limits.js'
import type { StreamSource, SourceShard, SourceStream } from './stream-source.js'
import { chooseStream } from './choose-stream.js'
import { followShard } from './follow-shard.js'
import type { BatchCalls, TriggerTime } from './process-batch.js'
import type { Followed, ShardPosition, TriggerPositions } from './trigger-positions.js'
import type { StartingPosition, Trigger } from './trigger.js'

export interface TriggerDependencies {
  readonly source: StreamSource
  readonly positions: TriggerPositions
  readonly time: TriggerTime
  readonly log: Log
  readonly callsFor: (stream: SourceStream, shard: SourceShard) => BatchCalls
  /** Reports the trigger's state, in a few words. */
  readonly tell: (status: string) => void
}

export async function followTrigger(
  trigger: Trigger,
  dependencies: TriggerDependencies,
  signal: AbortSignal,
): Promise<void> {
  await new TriggerFollower(trigger, dependencies, signal).run()
}

class TriggerFollower {
  readonly #trigger: Trigger
  readonly #dependencies: TriggerDependencies
  readonly #signal: AbortSignal
  /** Ends the shards in progress. */
  readonly #ending = new AbortController()
  /** Shards in progress, by number. */
  readonly #running = new Map<number, Promise<void>>()
  #lost: GuardBroken | undefined
  readonly #sleeper: Sleeper

  constructor(trigger: Trigger, dependencies: TriggerDependencies, signal: AbortSignal) {
    this.#trigger = trigger
    this.#dependencies = dependencies
    this.#signal = signal
    this.#sleeper = new Sleeper((durationMs, nap) => dependencies.time.pause(durationMs, nap))
  }

  /** Resolves if aborted; rejects with `GuardBroken` if another server has the work. */
  async run(): Promise<void> {
    const end = () => this.#end(this.#signal.reason)
    this.#signal.addEventListener('abort', end, { once: true })
    try {
      while (!this.#signal.aborted && this.#lost === undefined) {
        await this.#round().catch((error: unknown) => this.#failed(error))
        await this.#sleeper.sleep(triggerShardsPollMs)
      }
    } finally {
      this.#signal.removeEventListener('abort', end)
      this.#end(this.#lost)
      await Promise.all(this.#running.values())
    }
    if (this.#lost !== undefined) throw this.#lost
  }

  async #round(): Promise<void> {
    const { source, positions, tell } = this.#dependencies
    const { name, table } = this.#trigger
    const streams = await source.streams(table)
    const followed = await this.#findFollowed()
    const choice = chooseStream(this.#trigger, streams, followed)
    if (choice.kind === 'wait') {
      tell(`waits: ${choice.reason}`)
      const isKnown = followed?.waits === true && followed.label === choice.afterLabel
      if (isKnown) return
      return positions.follow(name, { table, label: choice.afterLabel, waits: true })
    }
    if (choice.kind === 'next') await this.#begin(choice.stream, choice.from)
    tell(`follows ${choice.stream.arn}`)
    await this.#follow(choice.stream)
  }

  /** What the trigger followed before it was pointed at another table or stream does not count. */
  async #findFollowed(): Promise<Followed | undefined> {
    const { positions } = this.#dependencies
    const { name } = this.#trigger
    const followed = await positions.followedBy(name)
    if (followed === undefined || isAbout(this.#trigger, followed)) return followed
    await positions.forget(name)
    return undefined
  }

  async #begin(stream: SourceStream, from: StartingPosition): Promise<void> {
    const { source, positions } = this.#dependencies
    const { name, table } = this.#trigger
    const shards = from === 'LATEST' ? await source.shards(stream) : []
    const latest = shards.map(async (shard): Promise<ShardPosition> => {
      return { shard: shard.number, position: await source.latest(stream, shard), done: false }
    })
    await positions.forgetPositions(name)
    const { label } = stream
    await positions.follow(name, { table, label, waits: false }, await Promise.all(latest))
  }

  async #follow(stream: SourceStream): Promise<void> {
    const { source, positions } = this.#dependencies
    const { name, table } = this.#trigger
    const { label } = stream
    const shards = await source.shards(stream)
    const known = await positions.inStream(name, label)
    const listed = new Set(shards.map(({ number }) => number))
    const open = shards.filter(({ number }) => known.get(number)?.done !== true)
    const isOpen = new Set(open.map(({ number }) => number))
    for (const shard of open) {
      const parentIsOpen = shard.parentNumber !== undefined && isOpen.has(shard.parentNumber)
      if (!parentIsOpen) this.#start(stream, shard, known.get(shard.number)?.position)
    }
    const gone = [...known.keys()].filter(
      (shard) => !listed.has(shard) && !this.#running.has(shard),
    )
    await positions.forgetShards(name, label, gone)
    if (stream.enabled || open.length > 0 || this.#running.size > 0) return
    await positions.follow(name, { table, label, waits: true })
    this.#sleeper.wake()
  }

  #start(stream: SourceStream, shard: SourceShard, position = shard.first): void {
    if (this.#running.has(shard.number) || this.#ending.signal.aborted) return
    const { source, positions, time, log, callsFor } = this.#dependencies
    const { name } = this.#trigger
    const job = {
      trigger: this.#trigger,
      position,
      calls: callsFor(stream, shard),
      time,
      read: (from: number, max: number) => source.read(stream, shard, from, max),
      save: (at: number, done: boolean) =>
        positions.save(name, stream.label, { shard: shard.number, position: at, done }),
      missed: (from: number, to: number) =>
        log.warn('a trigger came too late for changes that were trimmed', {
          trigger: name,
          shard: shard.id,
          changesMax: to - from,
        }),
    }
    const running = followShard(job, this.#ending.signal)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => this.#running.delete(shard.number))
      // Its children may be due.
      .then((failed) => (failed === undefined ? this.#sleeper.wake() : undefined))
    this.#running.set(shard.number, running)
  }

  /** The next round starts it again. */
  #failed(error: unknown): 'failed' {
    if (this.#ending.signal.aborted) return 'failed'
    if (error instanceof GuardBroken) {
      this.#lost = error
      this.#end(error)
      return 'failed'
    }
    const { log } = this.#dependencies
    log.error('a trigger failed to follow its stream', { trigger: this.#trigger.name, error })
    return 'failed'
  }

  #end(reason: unknown): void {
    this.#ending.abort(reason)
    this.#sleeper.wake()
  }
}

function isAbout({ table, label }: Trigger, followed: Followed): boolean {
  const { account, region, tableName } = followed.table
  const isSameTable =
    tableName === table.tableName && region === table.region && account === table.account
  const isOnTheWay = followed.waits && followed.label < (label ?? '')
  return isSameTable && (label === undefined || label === followed.label || isOnTheWay)
}
