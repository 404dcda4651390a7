/** The next unused storage space. Numbers are handed out once and never again, even after a drop. */
import { systemSpace } from '../storage/engine.js'

export function decodeSpaceCounter(bytes: Buffer | undefined): number {
  return bytes === undefined ? systemSpace + 1 : bytes.readUInt32BE(0)
}

export function encodeSpaceCounter(next: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(next)
  return bytes
}
