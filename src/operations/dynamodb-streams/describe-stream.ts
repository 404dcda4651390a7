/** DescribeStream: a stream and its shards, page by page. */
import type { Shard, StreamStatus } from '../../api/generated/dynamodb-streams-types.js'
import { validation } from '../../model/errors.js'
import { shardsPageMax } from '../../model/limits.js'
import type { StreamShard } from '../../streams/streams.js'
import { operation } from '../operation.js'
import { describeKeySchema } from '../dynamodb/tables/key-schema.js'
import { arnOfStream, readStreamArn, requireStream } from './stream-arn.js'

export const describeStream = operation('dynamodb-streams.DescribeStream', {
  read(input) {
    const { StreamArn, Limit, ExclusiveStartShardId, ShardFilter } = input
    const name = readStreamArn(StreamArn)
    if (ShardFilter && (ShardFilter.Type === undefined || ShardFilter.ShardId === undefined)) {
      throw validation('ShardFilter requires both Type and ShardId')
    }
    const max = Limit ?? shardsPageMax
    const parentId = ShardFilter?.ShardId
    return { arn: StreamArn, name, max, after: ExclusiveStartShardId, parentId }
  },

  access: (_ctx, { arn: resource }) => [{ action: 'dynamodb:DescribeStream', resource }],

  async run(ctx, { arn, name, max, after, parentId }) {
    const stream = await requireStream(ctx, name, arn)
    const { page, more } = await pageOf(ctx.streams.shardsAfter(stream, after), max, parentId)
    const { partition, sort } = stream.keySchema
    const description = {
      StreamArn: arnOfStream(stream),
      StreamLabel: stream.label,
      StreamStatus: ctx.streams.stateOf(stream).toUpperCase() as StreamStatus,
      StreamViewType: stream.viewType,
      CreationRequestDateTime: stream.createdAtMs / 1000,
      TableName: stream.tableName,
      KeySchema: describeKeySchema({ partition: [partition], sort: sort ? [sort] : [] }),
      Shards: page.map(describeShard),
      ...(more && { LastEvaluatedShardId: page.at(-1)!.id }),
    }
    return { output: { StreamDescription: description } }
  },
})

/** The first shards, or the first children of one, and whether there are more. */
async function pageOf(
  shards: AsyncIterable<StreamShard>,
  max: number,
  parentId: string | undefined,
): Promise<{ readonly page: readonly StreamShard[]; readonly more: boolean }> {
  const page: StreamShard[] = []
  for await (const shard of shards) {
    if (parentId !== undefined && shard.parentId !== parentId) continue
    if (page.length === max) return { page, more: true }
    page.push(shard)
  }
  return { page, more: false }
}

function describeShard({ id, parentId, firstNumber, lastNumber }: StreamShard): Shard {
  return {
    ShardId: id,
    SequenceNumberRange: {
      StartingSequenceNumber: firstNumber,
      ...(lastNumber !== undefined && { EndingSequenceNumber: lastNumber }),
    },
    ...(parentId !== undefined && { ParentShardId: parentId }),
  }
}
