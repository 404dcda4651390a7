/**
 * A position in a shard as clients hold it: the stream's ARN, then bytes that only we read, with a
 * digest so that a cut or altered iterator is recognised. It gives no right that naming the stream
 * would not give, so nothing in it is secret.
 */
import { createHash } from 'node:crypto'
import { parseStreamArn, type StreamArn } from '../model/arn.js'
import type { SpaceId } from '../storage/engine.js'

export interface ShardIterator {
  readonly arn: string
  readonly stream: StreamArn
  readonly space: SpaceId
  readonly shard: number
  readonly lane: number
  /** The number of the next entry. */
  readonly position: number
  readonly issuedAtMs: number
}

const version = 1
const bodyBytes = 27
const digestBytes = 8

export function encodeIterator(iterator: Omit<ShardIterator, 'stream'>): string {
  const bytes = Buffer.alloc(bodyBytes + digestBytes)
  bytes[0] = version
  bytes.writeUInt32BE(iterator.space, 1)
  bytes.writeUInt32BE(iterator.shard, 5)
  bytes.writeUInt32BE(iterator.lane, 9)
  bytes.writeBigUInt64BE(BigInt(iterator.position), 13)
  bytes.writeUIntBE(iterator.issuedAtMs, 21, 6)
  digestOf(iterator.arn, bytes).copy(bytes, bodyBytes)
  return `${iterator.arn}|1|${bytes.toString('base64')}`
}

/** Undefined if the text is not one of our iterators. */
export function decodeIterator(text: string): ShardIterator | undefined {
  const [arn, form, body, ...rest] = text.split('|')
  if (arn === undefined || form !== '1' || body === undefined || rest.length > 0) return undefined
  const stream = parseStreamArn(arn)
  const bytes = Buffer.from(body, 'base64')
  if (stream === undefined || bytes.length !== bodyBytes + digestBytes) return undefined
  if (bytes[0] !== version || !digestOf(arn, bytes).equals(bytes.subarray(bodyBytes))) {
    return undefined
  }
  const position = Number(bytes.readBigUInt64BE(13))
  if (!Number.isSafeInteger(position)) return undefined
  return {
    arn,
    stream,
    space: bytes.readUInt32BE(1),
    shard: bytes.readUInt32BE(5),
    lane: bytes.readUInt32BE(9),
    position,
    issuedAtMs: bytes.readUIntBE(21, 6),
  }
}

function digestOf(arn: string, bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(arn).update(bytes.subarray(0, bodyBytes))
  return hash.digest().subarray(0, digestBytes)
}
