/**
 * Reads connections into one piece of memory that all of them share.
 *
 * For each read of a socket, Node makes a buffer of 64 KB, cuts it to what came, and passes it through a stream. A small
 * request should not pay for that. Sockets that a program makes itself can be told where to
 * read to (`onread`), and those of a server become the same here. This touches what Node keeps to itself: where it is not
 * found as expected, nothing is changed, and everything comes as 'data'.
 */
import type { Socket } from 'node:net'
import { readBytesAtOnce } from '../../limits.js'

/**
 * What a connection does with bytes that are overwritten by the next read: copies what it needs and returns true, or leaves
 * all of them to the stream, which emits a copy.
 */
export type TakeShared = (bytes: Buffer) => boolean

const memory = Buffer.allocUnsafeSlow(readBytesAtOnce)

/** Bytes that were put back (`unshift`) come as 'data' in any case. */
export function shareReads(socket: Socket, take: TakeShared): void {
  const inside = socket as unknown as Inside
  const fields = (knownFields ??= fieldsOf(socket))
  if (fields === undefined || typeof inside._handle?.useUserBuffer !== 'function') return
  inside[fields.memory] = memory
  inside[fields.callback] = (length: number) => {
    const bytes = memory.subarray(0, length)
    return take(bytes) || socket.push(Buffer.from(bytes))
  }
  inside._handle.useUserBuffer(memory)
}

interface Inside {
  [field: symbol]: unknown
  readonly _handle?: { readonly useUserBuffer?: (memory: Buffer) => void } | null
}

interface Fields {
  readonly memory: symbol
  readonly callback: symbol
}

/** Of every socket of this process. */
let knownFields: Fields | undefined

function fieldsOf(socket: Socket): Fields | undefined {
  const field = (name: string) =>
    Object.getOwnPropertySymbols(socket).find(({ description }) => description === name)
  const [at, callback] = [field('kBuffer'), field('kBufferCb')]
  return at && callback && { memory: at, callback }
}
