/**
 * Answers in frames, for clients that ask for them in their preamble (Java's do). A frame is eight bytes and then an answer:
 * the length of both, whether it is the last frame of the answer, and three bytes that mean nothing. Requests have no frames.
 */
export const layers = { none: 0, frames: 1 } as const

const headerBytes = 8
const flagsAt = 4
const lastOfAnswer = 1

/** One frame holds a whole answer, however long. */
export function framedAnswer(answer: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(headerBytes + answer.length)
  framed.writeUInt32BE(framed.length, 0)
  framed.writeUInt32BE(0, flagsAt)
  framed[flagsAt] = lastOfAnswer
  framed.set(answer, headerBytes)
  return framed
}
