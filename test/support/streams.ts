/** Streams through the AWS SDK: their shards and all their records. */
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type StreamDescription,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams'
import type { Client, Json } from './client.js'

export type ViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'

export const streaming = (StreamViewType: ViewType = 'NEW_AND_OLD_IMAGES'): Json => ({
  StreamSpecification: { StreamEnabled: true, StreamViewType },
})
export const notStreaming: Json = { StreamSpecification: { StreamEnabled: false } }

/** The ARN of a stream that does not exist. */
export const noStream =
  'arn:aws:dynamodb:us-east-1:000000000000:table/nothing/stream/2015-05-11T21:21:33.291'

/** The ARN of the table's latest stream. */
export async function latestStream(client: Client, TableName: string): Promise<string> {
  const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
  return Table['LatestStreamArn'] as string
}

export async function describeStream(
  client: Client,
  StreamArn: string,
): Promise<StreamDescription> {
  const { StreamDescription } = await client.streams.send(new DescribeStreamCommand({ StreamArn }))
  return StreamDescription!
}

export async function shardsOf(client: Client, StreamArn: string): Promise<readonly Shard[]> {
  return (await describeStream(client, StreamArn)).Shards ?? []
}

export async function iteratorAt(
  client: Client,
  StreamArn: string,
  ShardId: string,
  ShardIteratorType: 'TRIM_HORIZON' | 'LATEST' = 'TRIM_HORIZON',
): Promise<string> {
  const command = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType })
  return (await client.streams.send(command)).ShardIterator!
}

/** Reads all records of a shard from an iterator on, up to its end or an empty page. */
export async function recordsFrom(client: Client, iterator: string): Promise<readonly _Record[]> {
  const records: _Record[] = []
  for (let next: string | undefined = iterator; next !== undefined;) {
    const page: { Records?: _Record[]; NextShardIterator?: string } = await client.streams.send(
      new GetRecordsCommand({ ShardIterator: next }),
    )
    records.push(...(page.Records ?? []))
    next = page.Records?.length === 0 ? undefined : page.NextShardIterator
  }
  return records
}

/** Reads all records of a stream, shard by shard in the order of the listing. */
export async function recordsOf(client: Client, StreamArn: string): Promise<readonly _Record[]> {
  const records: _Record[] = []
  for (const { ShardId } of await shardsOf(client, StreamArn)) {
    records.push(...(await recordsFrom(client, await iteratorAt(client, StreamArn, ShardId!))))
  }
  return records
}
