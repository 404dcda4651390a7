/** The stream that a request is about, by ARN. */
import type { Stream } from '../../changes/stream-record.js'
import { isOwn, parseStreamArn, streamArn, tableArn, type StreamArn } from '../../model/arn.js'
import { streamNotFound, validation } from '../../model/errors.js'
import type { OperationContext } from '../operation.js'

export function readStreamArn(arn: string): StreamArn {
  const stream = parseStreamArn(arn)
  if (stream === undefined) throw validation('Invalid StreamArn')
  return stream
}

/** A stream of another account or region counts as missing. */
export async function requireStream(
  { streams, caller }: OperationContext,
  name: StreamArn,
  arn: string,
): Promise<Stream> {
  const { account, region } = caller
  const stream = isOwn(caller, name) ? await streams.find({ ...name, account, region }) : undefined
  if (stream === undefined) throw streamNotFound(arn)
  return stream
}

export function arnOfStream(stream: Stream): string {
  return streamArn(tableArn(stream, stream.tableName), stream.label)
}
