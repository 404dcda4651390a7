/** Reads the records of a file, with pauses for others. */
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import { readStretchBytes } from './limits.js'
import { UnreadableText, type RecordReader, type TextRecord } from './text-record.js'

/**
 * Yields the records that come with each stretch of bytes, and stops after something unreadable.
 * Bytes that cannot be decompressed are unreadable too.
 */
export async function* readRecords<T>(
  bytes: AsyncIterable<Uint8Array>,
  reader: RecordReader<T>,
): AsyncGenerator<readonly TextRecord<T>[]> {
  try {
    for await (const piece of bytes) {
      for (const stretch of stretchesOf(piece)) {
        const records = reader.push(stretch)
        if (records.length > 0) yield records
        if (reader.isOver) return
        if (turnIsOver()) await nextTurn()
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    yield [reader.giveUp(error.message)]
    return
  }
  const rest = reader.end()
  if (rest.length > 0) yield rest
}

function* stretchesOf(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += readStretchBytes) {
    yield piece.subarray(at, at + readStretchBytes)
  }
}
