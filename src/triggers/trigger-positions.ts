/**
 * What triggers must not forget: which stream each follows, and how far it has come in every shard.
 *
 * A position moves only after the records before it were processed or given up, so whoever goes on
 * from it meets every record at least once. Every change carries the fence of the background work, so
 * a server that has lost that work moves nothing any more.
 */
import type { TableArn } from '../model/arn.js'
import { assert } from '../stdx/assert.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { currentFormat } from '../storage/format.js'
import { keyAfter, type KeyRange } from '../storage/keyspace.js'
import {
  allTriggers,
  shardOfPosition,
  triggerKey,
  triggerNameOf,
  triggerPositionKey,
  triggerPositions,
} from '../storage/trigger-keys.js'

/** The stream that a trigger follows, or the last one before the one that it waits for. */
export interface Followed {
  readonly table: TableArn
  readonly label: string
  readonly waits: boolean
}

export interface ShardPosition {
  readonly shard: number
  /** Of the first record that is not processed. */
  readonly position: number
  /** Whether the shard was processed to its end. */
  readonly done: boolean
}

const pageMax = 500

export class TriggerPositions {
  readonly #engine: Engine
  readonly #fence: () => Fence

  /** `fence` throws `GuardBroken` once the work is another server's. */
  constructor(engine: Engine, fence: () => Fence) {
    this.#engine = engine
    this.#fence = fence
  }

  async followedBy(name: string): Promise<Followed | undefined> {
    const [record] = await this.#engine.read([
      { kind: 'get', space: systemSpace, key: triggerKey(name) },
    ])
    return record && (decode(record) as Followed)
  }

  async inStream(name: string, label: string): Promise<ReadonlyMap<number, ShardPosition>> {
    const positions = new Map<number, ShardPosition>()
    for await (const { key, value } of this.#entries(triggerPositions(name, label))) {
      const shard = shardOfPosition(key)
      positions.set(shard, { ...(decode(value) as ShardPosition), shard })
    }
    return positions
  }

  /** From now on the trigger follows, or waits for, a stream, from these positions on. */
  async follow(
    name: string,
    followed: Followed,
    positions: readonly ShardPosition[] = [],
  ): Promise<void> {
    const record = put(triggerKey(name), followed)
    await this.#write([record, ...positions.map((each) => putPosition(name, followed.label, each))])
  }

  async save(name: string, label: string, position: ShardPosition): Promise<void> {
    await this.#write([putPosition(name, label, position)])
  }

  /** For shards that are gone. */
  async forgetShards(name: string, label: string, shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return
    const keys = shards.map((shard) => triggerPositionKey(name, label, shard))
    await this.#write(keys.map(deletion))
  }

  async names(): Promise<readonly string[]> {
    const names: string[] = []
    for await (const { key } of this.#entries(allTriggers())) names.push(triggerNameOf(key))
    return names
  }

  /** As if the trigger had never been. */
  async forget(name: string): Promise<void> {
    await this.forgetPositions(name)
    await this.#write([deletion(triggerKey(name))])
  }

  /** In one stream, or in all. */
  async forgetPositions(name: string, label?: string): Promise<void> {
    let keys: Buffer[] = []
    for await (const { key } of this.#entries(triggerPositions(name, label))) {
      keys.push(key)
      if (keys.length < pageMax) continue
      await this.#write(keys.map(deletion))
      keys = []
    }
    if (keys.length > 0) await this.#write(keys.map(deletion))
  }

  async *#entries(range: KeyRange) {
    let from = range.from
    for (let more = true; more;) {
      const [page] = await this.#engine.read([
        { kind: 'range', space: systemSpace, from, to: range.to, entriesMax: pageMax },
      ])
      yield* page.entries
      more = page.more
      if (more) from = keyAfter(page.entries.at(-1)!.key)
    }
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    const fence = this.#fence()
    await this.#engine.transact({
      guards: fence.guards,
      reads: [],
      decide: () => ({ mutations: [...mutations, ...fence.mutations], result: undefined }),
    })
  }
}

function putPosition(name: string, label: string, { shard, ...rest }: ShardPosition): Mutation {
  return put(triggerPositionKey(name, label, shard), rest)
}

function put(key: Buffer, content: object): Mutation {
  const json = Buffer.from(JSON.stringify(content))
  const value = Buffer.concat([Buffer.of(currentFormat.trigger), json])
  return { kind: 'put', space: systemSpace, key, value }
}

function deletion(key: Buffer): Mutation {
  return { kind: 'delete', space: systemSpace, key }
}

function decode(record: Buffer): unknown {
  assert(record[0] === currentFormat.trigger, 'a trigger record of unknown version', {
    version: record[0],
  })
  return JSON.parse(record.toString('utf8', 1))
}
