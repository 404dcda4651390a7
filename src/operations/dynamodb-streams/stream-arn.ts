/** The stream that a request is about, by ARN. */
import type { Stream } from '../../changes/stream-record.js'
import { parseStreamArn, streamArn, tableArn, type StreamArn } from '../../model/arn.js'
import { streamNotFound, validation } from '../../model/errors.js'
import { scopeWithin } from '../named-table.js'
import type { OperationContext } from '../operation.js'

export function readStreamArn(arn: string): StreamArn {
  const stream = parseStreamArn(arn)
  if (stream === undefined) throw validation('Invalid StreamArn')
  return stream
}

/** A stream of another account or region counts as missing, unless calls are authorised. */
export async function requireStream(
  ctx: OperationContext,
  name: StreamArn,
  arn: string,
): Promise<Stream> {
  const scope = scopeWithin(ctx, name)
  const stream = scope && (await ctx.streams.find({ ...name, ...scope }))
  if (stream === undefined) throw streamNotFound(arn)
  return stream
}

export function arnOfStream(stream: Stream): string {
  return streamArn(tableArn(stream, stream.tableName), stream.label)
}
