/**
 * Decompresses files piece by piece. What is not read yet stays compressed, so no file can exhaust
 * the memory, whatever it grows to. Data that is cut off or of another kind is `UnreadableText`.
 */
import { Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { UnreadableText } from './text-record.js'
import { decodeZstd, wholeFrames } from './zstd-frames.js'

export type Compression = 'NONE' | 'GZIP' | 'ZSTD'

type Bytes = AsyncIterable<Uint8Array>

export function decompress(compressed: Bytes, compression: Compression): Bytes {
  if (compression === 'NONE') return compressed
  if (compression === 'GZIP') return inflate(compressed, () => zlib.createGunzip())
  const native = nativeZstd()
  return native === undefined ? decodeZstd(compressed) : inflate(wholeFrames(compressed), native)
}

/** Node has it since 22.15; its types here are those of Node 20. */
function nativeZstd(): (() => Transform) | undefined {
  return (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress
}

async function* inflate(compressed: Bytes, create: () => Transform): AsyncGenerator<Uint8Array> {
  const first = await firstBytes(compressed)
  if (first === undefined) return
  const source = Readable.from(first, { objectMode: false })
  const inflated = create()
  let sourceError: Error | undefined
  source.on('error', (error) => {
    sourceError = error
    inflated.destroy(error)
  })
  source.pipe(inflated)
  try {
    yield* inflated as AsyncIterable<Uint8Array>
  } catch (error) {
    // A file that could not be fetched is not a file that is wrong.
    if (sourceError !== undefined) throw sourceError
    throw new UnreadableText(`The data cannot be decompressed: ${(error as Error).message}`)
  } finally {
    source.destroy()
    inflated.destroy()
  }
}

/** The same bytes; undefined if there are none, which is no compressed file and no fault. */
async function firstBytes(bytes: Bytes): Promise<Bytes | undefined> {
  const iterator = bytes[Symbol.asyncIterator]()
  let next = await iterator.next()
  while (next.done !== true && next.value.length === 0) next = await iterator.next()
  if (next.done === true) return undefined
  return startingWith(next.value, iterator)
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}
