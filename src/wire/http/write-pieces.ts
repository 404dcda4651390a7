/**
 * Writes a body, a long one piece by piece: the next when the system has accepted the one before. So it
 * can be told whether a slow client reads at all.
 *
 * Copying a megabyte to the system takes about as long as computing it, so pieces are written in turns
 * (`stdx/turns.ts`): many long answers at once do not hold the event loop.
 */
import type { Writable } from 'node:stream'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import { answerProgressBytes, writtenBytesAtOnce } from '../limits.js'

/** Called when the system has accepted all of it, or has failed to. */
export type Written = (error?: Error | null) => void

export interface Writing {
  /** Called whenever so many more bytes were accepted that the client is seen to read. */
  readonly progress: () => void
  readonly written: Written
}

export function writePieces(to: Writable, body: Buffer, writing: Writing): void {
  if (body.length <= writtenBytesAtOnce) to.write(body, writing.written)
  else writeFrom(to, body, 0, writing)
}

function writeFrom(to: Writable, body: Buffer, start: number, writing: Writing): void {
  const end = start + writtenBytesAtOnce
  to.write(body.subarray(start, end), (error) => {
    if (error || end >= body.length) return writing.written(error)
    if (end % answerProgressBytes === 0) writing.progress()
    if (turnIsOver()) void nextTurn().then(() => writeFrom(to, body, end, writing))
    else writeFrom(to, body, end, writing)
  })
}
