/**
 * The stored state of triggers: which stream each follows, and how far it has got in every shard.
 *
 * These are positions in a stream, by shard, and not those of a reader of the change log
 * (`changes/reader.ts`): a trigger sees what its stream shows, follows it by its name from table to table,
 * and saves each shard at its own time, where a reader belongs to one log and saves all lanes together.
 *
 * A position moves only after the records before it were processed or given up, so a follower that
 * resumes from it sees every record at least once. Every write carries the fence of the background
 * work, so a server that has lost that work moves no position.
 */
import type { TableArn } from '../model/arn.js'
import { systemSpace, type Engine, type Entry, type Mutation } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { jsonRecord } from '../storage/json-record.js'
import type { KeyRange } from '../storage/keyspace.js'
import {
  allTriggers,
  shardOfPosition,
  triggerKey,
  triggerNameOf,
  triggerPositionKey,
  triggerPositions,
} from '../storage/trigger-keys.js'
import { walkPages } from '../storage/walk.js'

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

const storedFollowed = jsonRecord<Followed>('trigger')
const storedPosition = jsonRecord<Omit<ShardPosition, 'shard'>>('trigger')

const pageMax = 500

export class TriggerPositions {
  readonly #engine: Engine
  readonly #fence: () => Fence

  /** `fence` throws `GuardBroken` once another server has the work. */
  constructor(engine: Engine, fence: () => Fence) {
    this.#engine = engine
    this.#fence = fence
  }

  async followedBy(name: string): Promise<Followed | undefined> {
    const [record] = await this.#engine.read([
      { kind: 'get', space: systemSpace, key: triggerKey(name) },
    ])
    return record && storedFollowed.decode(record)
  }

  async inStream(name: string, label: string): Promise<ReadonlyMap<number, ShardPosition>> {
    const positions = new Map<number, ShardPosition>()
    for await (const page of this.#pages(triggerPositions(name, label))) {
      for (const { key, value } of page) {
        const shard = shardOfPosition(key)
        positions.set(shard, { ...storedPosition.decode(value), shard })
      }
    }
    return positions
  }

  /** Stores that the trigger now follows, or waits for, a stream, starting at these positions. */
  async follow(
    name: string,
    followed: Followed,
    positions: readonly ShardPosition[] = [],
  ): Promise<void> {
    const record = put(triggerKey(name), storedFollowed.encode(followed))
    await this.#write([record, ...positions.map((each) => putPosition(name, followed.label, each))])
  }

  async save(name: string, label: string, position: ShardPosition): Promise<void> {
    await this.#write([putPosition(name, label, position)])
  }

  /** For shards that no longer exist. */
  async forgetShards(name: string, label: string, shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return
    const keys = shards.map((shard) => triggerPositionKey(name, label, shard))
    await this.#write(keys.map(deletion))
  }

  async names(): Promise<readonly string[]> {
    const names: string[] = []
    for await (const page of this.#pages(allTriggers())) {
      names.push(...page.map(({ key }) => triggerNameOf(key)))
    }
    return names
  }

  /** Deletes everything stored for the trigger. */
  async forget(name: string): Promise<void> {
    await this.forgetPositions(name)
    await this.#write([deletion(triggerKey(name))])
  }

  /** In one stream, or in all. */
  async forgetPositions(name: string, label?: string): Promise<void> {
    for await (const page of this.#pages(triggerPositions(name, label))) {
      await this.#write(page.map(({ key }) => deletion(key)))
    }
  }

  #pages(range: KeyRange): AsyncGenerator<readonly Entry[]> {
    return walkPages(this.#engine, { space: systemSpace, ...range, entriesMax: pageMax })
  }

  #write(mutations: readonly Mutation[]): Promise<void> {
    return writeFenced(this.#engine, this.#fence(), mutations)
  }
}

function putPosition(name: string, label: string, { shard, ...rest }: ShardPosition): Mutation {
  return put(triggerPositionKey(name, label, shard), storedPosition.encode(rest))
}

function put(key: Buffer, value: Buffer): Mutation {
  return { kind: 'put', space: systemSpace, key, value }
}

function deletion(key: Buffer): Mutation {
  return { kind: 'delete', space: systemSpace, key }
}
