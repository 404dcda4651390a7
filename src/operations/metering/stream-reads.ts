/** What GetRecords returns, by stream. */
import type { MinuteMeters } from '../../metrics/meters.js'
import { decodeIterator } from '../../streams/shard-iterator.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import { seriesNamed } from './series-names.js'

interface RecordsOutput {
  readonly Records: readonly { readonly dynamodb?: { readonly SizeBytes?: number } }[]
}

export function countStreamRead(meters: MinuteMeters, finished: FinishedCall): void {
  const { call, outcome, durationMs } = finished
  const { ShardIterator } = call.input as { readonly ShardIterator: string }
  const stream = decodeIterator(ShardIterator)?.stream
  if (outcome.kind === 'failed' || stream === undefined) return
  const { Records } = outcome.result.output as RecordsOutput
  const named = { Operation: 'GetRecords', StreamLabel: stream.label }
  const values = { ...named, TableName: stream.tableName }
  const bytes = Records.reduce((sum, { dynamodb }) => sum + (dynamodb?.SizeBytes ?? 0), 0)
  const latency = seriesNamed(stream, 'SuccessfulRequestLatency', named)
  meters.meter(latency, 'Milliseconds', true).add(durationMs)
  meters.meter(seriesNamed(stream, 'ReturnedBytes', values), 'Bytes').add(bytes)
  meters.meter(seriesNamed(stream, 'ReturnedRecordsCount', values), 'Count').add(Records.length)
}
