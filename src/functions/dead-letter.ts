/**
 * The file of batches that were given up: one line of JSON each, Lambda's on-failure message with
 * the records themselves, as Lambda writes it for an S3 destination.
 *
 * A line is on disk before the batch counts as done. After a crash a line may occur twice, or a
 * batch may be processed again after its line was written, but no line is missing.
 */
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SourceShard, SourceStream } from '../triggers/stream-source.js'
import type { GivenUpBatch } from '../triggers/process-batch.js'
import { lambdaEvent } from '../triggers/lambda-event.js'

export interface FailureFacts {
  readonly requestId: string
  readonly functionArn: string
  readonly stream: SourceStream
  readonly shard: SourceShard
  readonly nowMs: number
}

export function failureMessage(batch: GivenUpBatch, facts: FailureFacts): object {
  const { records, condition, invocations, reason } = batch
  const [first, last] = [records[0]!, records.at(-1)!]
  return {
    requestContext: {
      requestId: facts.requestId,
      functionArn: facts.functionArn,
      condition,
      approximateInvokeCount: invocations,
    },
    // AWS: absent if the function was never called.
    ...(reason !== undefined && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: reason },
    }),
    version: '1.0',
    timestamp: isoTime(facts.nowMs),
    DDBStreamBatchInfo: {
      shardId: facts.shard.id,
      startSequenceNumber: first.sequenceNumber,
      endSequenceNumber: last.sequenceNumber,
      approximateArrivalOfFirstRecord: isoTime(first.atMs),
      approximateArrivalOfLastRecord: isoTime(last.atMs),
      batchSize: records.length,
      streamArn: facts.stream.arn,
    },
    payload: lambdaEvent(records),
  }
}

export async function appendDeadLetter(file: string, message: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a')
  try {
    await handle.appendFile(`${JSON.stringify(message)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
