/**
 * Encodes an operation's answer as the bytes of its JSON.
 *
 * Items given as `ItemJson` are copied as they are stored, at any depth; everything around them
 * goes through `JSON.stringify` in the largest pieces possible.
 */
import { ItemJson } from '../../../model/item-json.js'
import { crc32OfFew } from '../../../stdx/crc32.js'
import { answerBytes } from '../answer-bytes.js'
import { emptyBody } from '../message.js'

export interface EncodedAnswer {
  readonly body: Buffer
  /** Of the body, if it was found out with less than all of its bytes. */
  readonly crc32?: number
}

/** Undefined means an answer without a body. */
export function encodeAnswer(answer: unknown): Buffer {
  return joinPieces(answerPieces(answer))
}

/** The same for a part of an answer, which is not sent by itself. */
export function encodePart(part: unknown): Buffer {
  const pieces = answerPieces(part)
  return joinPieces(pieces, piecesLength(pieces), (length) => Buffer.allocUnsafe(length))
}

/** One text, or alternating text and stored items, to be joined once all lengths are known. */
export type AnswerPieces = readonly Piece[]
type Piece = string | ItemJson

export function answerPieces(answer: unknown): AnswerPieces {
  if (answer === undefined) return []
  if (!holdsItemJson(answer)) return [JSON.stringify(answer)]
  const writer = new Writer()
  writer.around(answer)
  return writer.pieces()
}

export function joinPieces(
  pieces: AnswerPieces,
  length = piecesLength(pieces),
  memory = answerBytes,
): Buffer {
  if (pieces.length === 0) return emptyBody
  if (pieces.length === 1) return Buffer.from(pieces[0] as string)
  const bytes = memory(length)
  let offset = 0
  for (const piece of pieces) offset += writePiece(bytes, piece, offset)
  return bytes
}

/** Zero for a single text, which need not be measured. */
export function piecesLength(pieces: AnswerPieces): number {
  let length = 0
  if (pieces.length === 1) return length
  for (const piece of pieces) length += byteLength(piece)
  return length
}

/** The checksum of joined pieces. What is known of items is used again, and only text is looked at. */
export function piecesCrc32(pieces: AnswerPieces, joined: Buffer): number {
  let [crc, end] = [0, 0]
  for (const piece of pieces) {
    const start = end
    end += byteLength(piece)
    crc = typeof piece === 'string' ? crc32OfFew(joined, start, end, crc) : piece.crc32(crc)
  }
  return crc
}

class Writer {
  readonly #pieces: Piece[] = []
  #text = ''

  /** Writes a value that is an item or is known to contain one. */
  around(value: unknown): void {
    if (value instanceof ItemJson) this.#splice(value)
    else if (Array.isArray(value)) this.#array(value)
    else this.#object(value as Record<string, unknown>)
  }

  pieces(): AnswerPieces {
    this.#pieces.push(this.#text)
    return this.#pieces
  }

  #splice(item: ItemJson): void {
    this.#pieces.push(this.#text, item)
    this.#text = ''
  }

  #value(value: unknown): void {
    if (holdsItemJson(value)) this.around(value)
    else this.#text += JSON.stringify(value ?? null)
  }

  #array(elements: readonly unknown[]): void {
    let separator = '['
    for (const element of elements) {
      this.#text += separator
      this.#value(element)
      separator = ','
    }
    this.#text += ']'
  }

  #object(members: Readonly<Record<string, unknown>>): void {
    let separator = '{'
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) continue
      this.#text += `${separator}${JSON.stringify(name)}:`
      this.#value(members[name])
      separator = ','
    }
    this.#text += '}'
  }
}

function holdsItemJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof ItemJson) return true
  if (Array.isArray(value)) return value.some(holdsItemJson)
  for (const name in value) {
    if (holdsItemJson((value as Record<string, unknown>)[name])) return true
  }
  return false
}

function byteLength(piece: Piece): number {
  if (typeof piece !== 'string') return piece.bytes.length
  return isShortAscii(piece) ? piece.length : Buffer.byteLength(piece)
}

/** The text between items is mostly a comma or a name, and not worth a call out of JavaScript. */
const shortTextLengthMax = 32

function isShortAscii(text: string): boolean {
  if (text.length > shortTextLengthMax) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false
  return true
}

/** Returns the number of bytes written. */
export function writePiece(bytes: Buffer, piece: Piece, offset: number): number {
  if (typeof piece === 'string') return writeText(bytes, piece, offset)
  bytes.set(piece.bytes, offset)
  return piece.bytes.length
}

function writeText(bytes: Buffer, text: string, offset: number): number {
  if (!isShortAscii(text)) return bytes.write(text, offset)
  for (let i = 0; i < text.length; i++) bytes[offset + i] = text.charCodeAt(i)
  return text.length
}
