/** GetShardIterator: where to start reading a shard. */
import type {
  GetShardIteratorInput,
  ShardIteratorType,
} from '../../api/generated/dynamodb-streams-types.js'
import { parseSequenceNumber } from '../../changes/sequence-number.js'
import { shardNotFound, trimmedDataAccess, validation } from '../../model/errors.js'
import { unreachable } from '../../stdx/assert.js'
import { encodeIterator } from '../../streams/shard-iterator.js'
import type { ShardPoint } from '../../streams/streams.js'
import { operation } from '../operation.js'
import { arnOfStream, readStreamArn, requireStream } from './stream-arn.js'

export const getShardIterator = operation('dynamodb-streams.GetShardIterator', {
  read(input) {
    const name = readStreamArn(input.StreamArn)
    return { arn: input.StreamArn, name, shardId: input.ShardId, start: readStart(input) }
  },

  access: (_ctx, { arn: resource }) => [{ action: 'dynamodb:GetShardIterator', resource }],

  async run(ctx, { arn, name, shardId, start }) {
    const stream = await requireStream(ctx, name, arn)
    const found = await ctx.streams.findShard(stream, shardId)
    if (found === undefined) throw shardNotFound()
    const { number, lane } = found.shard
    const position = startPosition(found, start)
    const iterator = encodeIterator({
      arn: arnOfStream(stream),
      space: stream.space,
      shard: number,
      lane,
      position,
      issuedAtMs: ctx.clock.now(),
    })
    return { output: { ShardIterator: iterator } }
  },
})

type Start =
  | { readonly kind: 'TRIM_HORIZON' | 'LATEST' }
  | { readonly kind: 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER'; readonly number: string }

function readStart({ ShardIteratorType: kind, SequenceNumber }: GetShardIteratorInput): Start {
  if (takesNumber(kind)) {
    if (SequenceNumber === undefined) {
      throw validation(`ShardIteratorType ${kind} requires a SequenceNumber`)
    }
    return { kind, number: SequenceNumber }
  }
  if (SequenceNumber !== undefined) {
    throw validation(`ShardIteratorType ${kind} does not take a SequenceNumber`)
  }
  return { kind }
}

function takesNumber(
  type: ShardIteratorType,
): type is 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER' {
  return type === 'AT_SEQUENCE_NUMBER' || type === 'AFTER_SEQUENCE_NUMBER'
}

function startPosition(found: ShardPoint, start: Start): number {
  const { shard, head } = found
  switch (start.kind) {
    case 'TRIM_HORIZON':
      return shard.trimmedThrough + 1
    case 'LATEST':
      return Math.max(shard.closed?.last ?? head, shard.first - 1) + 1
    case 'AT_SEQUENCE_NUMBER':
      return numberedPosition(found, start.number, 0)
    case 'AFTER_SEQUENCE_NUMBER':
      return numberedPosition(found, start.number, 1)
    default:
      return unreachable(start)
  }
}

/** The position of a change in the shard, or `offset` after it. */
function numberedPosition({ log, shard, head }: ShardPoint, text: string, offset: 0 | 1): number {
  const point = parseSequenceNumber(log.createdAtMs, text)
  if (point?.lane !== shard.lane) throw validation('Invalid SequenceNumber')
  const { kind, entry } = point
  const last = shard.closed?.last ?? head
  const isWithin =
    kind === 'shard-start' ? point.shard === shard.number : entry >= shard.first && entry <= last
  if (!isWithin) throw validation('Invalid SequenceNumber')
  const position = kind === 'shard-start' ? shard.first : entry + offset
  if (position <= shard.trimmedThrough) throw trimmedDataAccess()
  return position
}
