/**
 * Writes a body, a long one piece by piece: the next when the system has accepted the one before.
 * So it can be told whether a slow client reads at all.
 */
import type { Writable } from 'node:stream'
import { answerPieceBytes } from '../limits.js'

/** Called when the system has accepted all of it, or has failed to. */
export type Written = (error?: Error | null) => void

export interface Writing {
  /** Called after every piece but the last. */
  readonly progress: () => void
  readonly written: Written
}

export function writePieces(to: Writable, body: Buffer, writing: Writing): void {
  if (body.length <= answerPieceBytes) to.write(body, writing.written)
  else writeFrom(to, body, 0, writing)
}

function writeFrom(to: Writable, body: Buffer, start: number, writing: Writing): void {
  const end = start + answerPieceBytes
  to.write(body.subarray(start, end), (error) => {
    if (error || end >= body.length) return writing.written(error)
    writing.progress()
    writeFrom(to, body, end, writing)
  })
}
