/**
 * Encodes an operation's answer as `encodeAnswer` does, and a long one in turns (`stdx/turns.ts`):
 * a page may have more than a hundred thousand items, and a batch sixteen megabytes of them.
 */
import { nextTurn, turnIsOver } from '../../../stdx/turns.js'
import { answerBytes } from '../answer-bytes.js'
import {
  answerPieces,
  encodePart,
  joinPieces,
  piecesCrc32,
  piecesLength,
  writePiece,
  type AnswerPieces,
  type EncodedAnswer,
} from './encode-answer.js'

/** A list with fewer elements is encoded at once, and so are this many elements of a longer one. */
const elementsAtOnce = 500

/** How many bytes of items are copied at once: about a millisecond. */
export const copiedBytesAtOnce = 2 * 1024 * 1024

/** The same bytes as `encodeAnswer`; a promise of them if the answer is long. */
export function encodeInTurns(answer: unknown): EncodedAnswer | Promise<EncodedAnswer> {
  if (hasLongList(answer)) return encodeMembers(answer).then((body) => ({ body }))
  const pieces = answerPieces(answer)
  const length = piecesLength(pieces)
  if (length > copiedBytesAtOnce) {
    return joinInTurns(pieces, length).then((body) => withChecksum(pieces, body))
  }
  return withChecksum(pieces, joinPieces(pieces, length))
}

function withChecksum(pieces: AnswerPieces, body: Buffer): EncodedAnswer {
  return pieces.length <= 1 ? { body } : { body, crc32: piecesCrc32(pieces, body) }
}

async function joinInTurns(pieces: AnswerPieces, length: number): Promise<Buffer> {
  const bytes = answerBytes(length)
  let [offset, copiedTo] = [0, 0]
  for (const piece of pieces) {
    offset += writePiece(bytes, piece, offset)
    if (offset - copiedTo < copiedBytesAtOnce) continue
    copiedTo = offset
    if (turnIsOver()) await nextTurn()
  }
  return bytes
}

type Members = Readonly<Record<string, unknown>>

function hasLongList(answer: unknown): answer is Members {
  if (typeof answer !== 'object' || answer === null) return false
  for (const name in answer) if (isLongList((answer as Members)[name])) return true
  return false
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length >= elementsAtOnce
}

async function encodeMembers(answer: Members): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (const name of Object.keys(answer)) {
    const value = answer[name]
    if (value === undefined) continue
    const opening = pieces.length === 0 ? '{' : ','
    pieces.push(Buffer.from(`${opening}${JSON.stringify(name)}:`))
    if (isLongList(value)) await encodeList(value, pieces)
    else pieces.push(encodePart(value))
  }
  pieces.push(Buffer.from('}'))
  return joined(pieces)
}

async function encodeList(list: readonly unknown[], pieces: Buffer[]): Promise<void> {
  for (let first = 0; first < list.length; first += elementsAtOnce) {
    const part = encodePart(list.slice(first, first + elementsAtOnce))
    pieces.push(first === 0 ? opening : comma, part.subarray(1, -1))
    if (turnIsOver()) await nextTurn()
  }
  pieces.push(closing)
}

const opening = Buffer.from('[')
const comma = Buffer.from(',')
const closing = Buffer.from(']')

function joined(pieces: readonly Buffer[]): Buffer {
  const bytes = answerBytes(pieces.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}
