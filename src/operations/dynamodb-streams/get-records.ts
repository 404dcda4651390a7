/** GetRecords: the records of a shard from an iterator on, and the iterator to continue with. */
import type { Record as RecordShape } from '../../api/generated/dynamodb-streams-types.js'
import { isOfStream } from '../../changes/shard.js'
import {
  expiredIterator,
  streamNotFound,
  trimmedDataAccess,
  validation,
} from '../../model/errors.js'
import { shardIteratorDurationMs, streamRecordsPageMax } from '../../model/limits.js'
import { eventRecord, expiryUser } from '../../streams/event-record.js'
import { decodeIterator, encodeIterator } from '../../streams/shard-iterator.js'
import type { StreamRecord } from '../../streams/stream-view.js'
import { scopeWithin } from '../named-table.js'
import { operation } from '../operation.js'
import { requireStream } from './stream-arn.js'

export const getRecords = operation('dynamodb-streams.GetRecords', {
  read({ ShardIterator, Limit }, ctx) {
    const iterator = decodeIterator(ShardIterator)
    if (iterator === undefined) throw validation('Invalid ShardIterator')
    if (scopeWithin(ctx, iterator.stream) === undefined) throw streamNotFound(iterator.arn)
    if (ctx.clock.now() >= iterator.issuedAtMs + shardIteratorDurationMs) throw expiredIterator()
    return { iterator, max: Limit ?? streamRecordsPageMax }
  },

  access: (_ctx, { iterator }) => [{ action: 'dynamodb:GetRecords', resource: iterator.arn }],

  async run(ctx, { iterator, max }) {
    const { space, shard: number, lane, position } = iterator
    // Both at once: on a store across a network this takes one round trip.
    const [stream, fetched] = await Promise.all([
      requireStream(ctx, iterator.stream, iterator.arn),
      ctx.streams.fetch(space, { number, lane }, position, max),
    ])
    if (stream.space !== space) throw validation('Invalid ShardIterator')
    const page = ctx.streams.show(stream, fetched)
    if (page?.kind !== 'page') throw trimmedDataAccess()
    // Iterators are not sealed, and a log can be that of several streams, with rights of their own.
    if (!isOfStream(page.shard, stream.label)) throw validation('Invalid ShardIterator')
    const next = { ...iterator, position: page.next, issuedAtMs: ctx.clock.now() }
    return {
      output: {
        Records: page.records.map(describeRecord),
        ...(!page.end && { NextShardIterator: encodeIterator(next) }),
      },
    }
  },
})

function describeRecord(record: StreamRecord): RecordShape {
  return { ...eventRecord(record), ...(record.origin === 'expiry' && { userIdentity }) }
}

const userIdentity = { PrincipalId: expiryUser.principal, Type: expiryUser.type }
