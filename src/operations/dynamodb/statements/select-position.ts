/** Where a SELECT continues, as bytes for a page token: stretch (2 bytes) | key to continue after, if any. */
import type { StretchPosition } from '../../../items/read/read-stretches.js'
import { assert } from '../../../stdx/assert.js'

const stretchBytes = 2

export function encodePosition({ stretch, after }: StretchPosition): Buffer {
  assert(after === undefined || after.length > 0, 'a position is not empty')
  const head = Buffer.alloc(stretchBytes)
  head.writeUInt16BE(stretch)
  return after === undefined ? head : Buffer.concat([head, after])
}

export function decodePosition(bytes: Buffer): StretchPosition {
  const after = bytes.subarray(stretchBytes)
  return { stretch: bytes.readUInt16BE(), after: after.length === 0 ? undefined : after }
}
