/**
 * A consumer of an emulator's streams, written with the AWS SDK: creates streams and reads all of
 * their shards from the beginning.
 */
import {
  CreateStreamCommand,
  DescribeStreamSummaryCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  ListShardsCommand,
} from '@aws-sdk/client-kinesis'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { testCredentials } from './client.js'
import type { DeliveredChange } from './kinesis.js'
import { until } from './until.js'

export interface ReadRecord {
  readonly shard: string
  readonly partitionKey: string
  readonly change: DeliveredChange
}

export class KinesisReader {
  readonly #client: KinesisClient

  constructor(endpoint: string) {
    const { region, ...credentials } = testCredentials
    // Emulators seldom speak HTTP/2, the default of the SDK.
    const requestHandler = new NodeHttpHandler()
    this.#client = new KinesisClient({ endpoint, region, credentials, requestHandler })
  }

  /** Creates a stream, waits until it is ACTIVE and returns its ARN. */
  async createStream(StreamName: string, ShardCount: number): Promise<string> {
    await this.#client.send(new CreateStreamCommand({ StreamName, ShardCount }))
    await until(
      async () => (await this.#summaryOf(StreamName)).StreamStatus === 'ACTIVE',
      () => `${StreamName} did not become ACTIVE`,
    )
    return (await this.#summaryOf(StreamName)).StreamARN!
  }

  async #summaryOf(StreamName: string) {
    const answer = await this.#client.send(new DescribeStreamSummaryCommand({ StreamName }))
    return answer.StreamDescriptionSummary!
  }

  /** All records of a stream, shard by shard, each in the order of its sequence numbers. */
  async records(StreamName: string): Promise<readonly ReadRecord[]> {
    const { Shards = [] } = await this.#client.send(new ListShardsCommand({ StreamName }))
    const read: ReadRecord[] = []
    for (const { ShardId } of Shards) read.push(...(await this.#shard(StreamName, ShardId!)))
    return read
  }

  async #shard(StreamName: string, ShardId: string): Promise<readonly ReadRecord[]> {
    const from = { StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    const { ShardIterator } = await this.#client.send(new GetShardIteratorCommand(from))
    const { Records = [] } = await this.#client.send(new GetRecordsCommand({ ShardIterator }))
    return Records.map(({ PartitionKey, Data }) => ({
      shard: ShardId,
      partitionKey: PartitionKey!,
      change: JSON.parse(Buffer.from(Data!).toString('utf8')) as DeliveredChange,
    }))
  }

  /** Waits until a stream has this many changes, and returns them without repetitions. */
  async untilRecords(StreamName: string, count: number): Promise<readonly ReadRecord[]> {
    let read: readonly ReadRecord[] = []
    await until(
      async () => (read = withoutRepetitions(await this.records(StreamName))).length >= count,
      () => `${read.length} of ${count} records of ${StreamName}`,
    )
    return read
  }

  close(): void {
    this.#client.destroy()
  }
}

/** Delivery is at least once: what was sent again has the same event id. */
function withoutRepetitions(records: readonly ReadRecord[]): readonly ReadRecord[] {
  const seen = new Set<string>()
  return records.filter(({ change: { eventID } }) => !seen.has(eventID) && seen.add(eventID))
}
