/** ListStreams: the streams of one table or of all tables, page by page. */
import type { Stream } from '../../changes/stream-record.js'
import { streamsPageMax } from '../../model/limits.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { arnOfStream, readStreamArn } from './stream-arn.js'

export const listStreams = operation('dynamodb-streams.ListStreams', {
  read: ({ TableName, ExclusiveStartStreamArn, Limit }) => ({
    tableName: TableName,
    after:
      ExclusiveStartStreamArn === undefined ? undefined : readStreamArn(ExclusiveStartStreamArn),
    max: Limit ?? streamsPageMax,
  }),

  access: () => [onAnything('dynamodb:ListStreams')],

  async run({ streams, caller }, { tableName, after, max }) {
    const start = after && { ...after, account: caller.account, region: caller.region }
    const page = await streams.list(caller, tableName, start, max)
    return {
      output: {
        Streams: page.streams.map(listed),
        ...(page.last && { LastEvaluatedStreamArn: arnOfStream(page.last) }),
      },
    }
  },
})

function listed(stream: Stream) {
  return {
    StreamArn: arnOfStream(stream),
    TableName: stream.tableName,
    StreamLabel: stream.label,
  }
}
