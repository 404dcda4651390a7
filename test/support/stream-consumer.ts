/**
 * A stream consumer written like the Kinesis adapter: a lease for each shard with a checkpoint,
 * parents before children, iterators kept from page to page and recreated from the checkpoint if
 * they are lost. The records of a page are handed on before its checkpoint is taken.
 *
 * It outlives the servers it reads from: a round that fails has changed nothing that matters, and
 * the next one resumes from the checkpoints.
 */
import assert from 'node:assert/strict'
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type StreamDescription,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams'
import type { Client } from './client.js'

interface Lease {
  readonly shardId: string
  readonly parentId: string | undefined
  /** The number of the last record that was handed on; undefined before the first. */
  checkpoint: string | undefined
  iterator: string | undefined
  ended: boolean
}

/** Small enough that listings have several pages. */
const shardsPerPage = 5
const recordsPerPage = 100

export class StreamConsumer {
  readonly #arn: string
  readonly #take: (record: _Record) => void
  readonly #leases = new Map<string, Lease>()
  #lastListed: string | undefined
  records = 0

  constructor(arn: string, take: (record: _Record) => void) {
    this.#arn = arn
    this.#take = take
  }

  get shards(): number {
    return this.#leases.size
  }

  /** Shards whose parent was read before them. */
  get children(): number {
    const leases = [...this.#leases.values()]
    return leases.filter(({ parentId }) => parentId !== undefined && this.#leases.has(parentId))
      .length
  }

  /**
   * Reads a page of every shard whose turn it is; returns whether a disabled stream was read to its
   * end.
   */
  async round(client: Client): Promise<boolean> {
    const status = await this.#listShards(client)
    await Promise.all(this.#readable().map((lease) => this.#readPage(client, lease)))
    return status === 'DISABLED' && [...this.#leases.values()].every(({ ended }) => ended)
  }

  #readable(): readonly Lease[] {
    return [...this.#leases.values()].filter(({ ended, parentId }) => {
      const parent = parentId === undefined ? undefined : this.#leases.get(parentId)
      return !ended && (parent?.ended ?? true)
    })
  }

  /**
   * Lists only shards after the known ones: ids grow, and a stream that is read for long has many
   * shards.
   */
  async #listShards(client: Client): Promise<StreamDescription['StreamStatus']> {
    for (let start = this.#lastListed; ;) {
      const command = new DescribeStreamCommand({
        StreamArn: this.#arn,
        Limit: shardsPerPage,
        ExclusiveStartShardId: start,
      })
      const { StreamDescription } = await client.streams.send(command)
      for (const shard of StreamDescription!.Shards!) this.#lease(shard)
      this.#lastListed = StreamDescription!.Shards!.at(-1)?.ShardId ?? this.#lastListed
      start = StreamDescription!.LastEvaluatedShardId
      if (start === undefined) return StreamDescription!.StreamStatus
    }
  }

  #lease({ ShardId, ParentShardId }: Shard): void {
    if (this.#leases.has(ShardId!)) return
    this.#leases.set(ShardId!, {
      shardId: ShardId!,
      parentId: ParentShardId,
      checkpoint: undefined,
      iterator: undefined,
      ended: false,
    })
  }

  async #readPage(client: Client, lease: Lease): Promise<void> {
    lease.iterator ??= await this.#iterator(client, lease)
    const command = new GetRecordsCommand({ ShardIterator: lease.iterator, Limit: recordsPerPage })
    const { Records, NextShardIterator } = await client.streams.send(command)
    for (const record of Records!) {
      const number = record.dynamodb!.SequenceNumber!
      assert.ok(BigInt(number) > BigInt(lease.checkpoint ?? 0), 'sequence numbers grow')
      this.#take(record)
      this.records++
      lease.checkpoint = number
    }
    lease.iterator = NextShardIterator
    lease.ended = NextShardIterator === undefined
    if (lease.ended) await this.#listChildren(client, lease)
  }

  /** As the adapter does at the end of a shard. */
  async #listChildren(client: Client, { shardId }: Lease): Promise<void> {
    const command = new DescribeStreamCommand({
      StreamArn: this.#arn,
      ShardFilter: { Type: 'CHILD_SHARDS', ShardId: shardId },
    })
    const { StreamDescription } = await client.streams.send(command)
    for (const shard of StreamDescription!.Shards!) {
      assert.equal(shard.ParentShardId, shardId)
      this.#lease(shard)
    }
  }

  async #iterator(client: Client, { shardId, checkpoint }: Lease): Promise<string> {
    const command = new GetShardIteratorCommand({
      StreamArn: this.#arn,
      ShardId: shardId,
      ...(checkpoint === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint }),
    })
    return (await client.streams.send(command)).ShardIterator!
  }

  /** Like a consumer that restarts: only checkpoints are left. */
  loseIterators(): void {
    for (const lease of this.#leases.values()) lease.iterator = undefined
  }
}
