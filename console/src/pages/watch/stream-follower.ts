/**
 * Follows a stream from now on: every open shard from its latest record, and when a shard has ended
 * the shards that continue it, from their start. Nothing between is lost.
 */
import type { Client } from '../../api/client.js'
import { Fault } from '../../api/fault.js'
import type { Record as StreamEntry, Shard } from '../../api/generated/dynamodb-streams-types.js'
import { callsPerRoundMax, recordsPerCallMax } from './limits.js'

interface FollowedShard {
  readonly id: string
  iterator: string | undefined
  /** Of the last record that was seen. */
  sequence: string | undefined
}

export class StreamFollower {
  readonly #client: Client
  readonly #arn: string
  readonly #signal: AbortSignal
  readonly #shards = new Map<string, FollowedShard>()
  #isStarted = false

  constructor(client: Client, arn: string, signal: AbortSignal) {
    this.#client = client
    this.#arn = arn
    this.#signal = signal
  }

  get openShards(): number {
    return this.#shards.size
  }

  /** Begins at this moment; `read` gives what happens after it. */
  async start(): Promise<void> {
    const shards = await this.#describe()
    const open = shards.filter((shard) => shard.SequenceNumberRange?.EndingSequenceNumber == null)
    await Promise.all(open.map(({ ShardId }) => this.#follow(ShardId ?? '', 'LATEST')))
    this.#isStarted = true
  }

  /** What has happened since the last call, of all shards. */
  async read(): Promise<readonly StreamEntry[]> {
    if (!this.#isStarted) await this.start()
    const rounds = await Promise.all([...this.#shards.values()].map((shard) => this.#drain(shard)))
    const ended = [...this.#shards.values()].filter(({ iterator }) => iterator === undefined)
    if (ended.length > 0) await this.#followChildren(ended)
    return rounds.flat()
  }

  async #drain(shard: FollowedShard): Promise<readonly StreamEntry[]> {
    const found: StreamEntry[] = []
    for (let calls = 0; calls < callsPerRoundMax && shard.iterator !== undefined; calls++) {
      const records = await this.#next(shard, shard.iterator)
      found.push(...records)
      if (records.length === 0) break
    }
    return found
  }

  async #next(shard: FollowedShard, iterator: string): Promise<readonly StreamEntry[]> {
    try {
      const input = { ShardIterator: iterator, Limit: recordsPerCallMax }
      const options = { signal: this.#signal }
      const { Records = [], NextShardIterator } = await this.#client.call(
        'streams',
        'GetRecords',
        input,
        options,
      )
      shard.iterator = NextShardIterator
      shard.sequence = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.sequence
      return Records
    } catch (error) {
      if (!(error instanceof Fault) || error.type !== 'ExpiredIteratorException') throw error
      await this.#follow(shard.id, 'LATEST', shard.sequence)
      return []
    }
  }

  async #followChildren(ended: readonly FollowedShard[]): Promise<void> {
    const shards = await this.#describe()
    for (const { id } of ended) {
      const children = shards.filter(({ ParentShardId }) => ParentShardId === id)
      for (const { ShardId } of children) await this.#follow(ShardId ?? '', 'TRIM_HORIZON')
      this.#shards.delete(id)
    }
  }

  async #follow(id: string, from: 'LATEST' | 'TRIM_HORIZON', sequence?: string): Promise<void> {
    const place =
      sequence === undefined
        ? { ShardIteratorType: from }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: sequence }
    const { ShardIterator } = await this.#client.call(
      'streams',
      'GetShardIterator',
      { StreamArn: this.#arn, ShardId: id, ...place },
      { signal: this.#signal },
    )
    this.#shards.set(id, { id, iterator: ShardIterator, sequence })
  }

  /** All shards, page after page. */
  async #describe(): Promise<readonly Shard[]> {
    const shards: Shard[] = []
    let start: string | undefined
    do {
      const { StreamDescription } = await this.#client.call(
        'streams',
        'DescribeStream',
        { StreamArn: this.#arn, ...(start !== undefined && { ExclusiveStartShardId: start }) },
        { signal: this.#signal },
      )
      shards.push(...(StreamDescription?.Shards ?? []))
      start = StreamDescription?.LastEvaluatedShardId
    } while (start !== undefined)
    return shards
  }
}
