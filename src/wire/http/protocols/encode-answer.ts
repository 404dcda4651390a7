/**
 * Encodes an operation's answer as the bytes of its JSON.
 *
 * Items given as `ItemJson` are copied as they are stored, at any depth; everything around them
 * goes through `JSON.stringify` in the largest pieces possible.
 */
import { ItemJson } from '../../../model/item-json.js'
import { answerBytes } from '../answer-bytes.js'
import { emptyBody } from '../message.js'

/** Undefined means an answer without a body. */
export function encodeAnswer(answer: unknown): Buffer {
  return joinPieces(answerPieces(answer))
}

/** The same for a part of an answer, which is not sent by itself. */
export function encodePart(part: unknown): Buffer {
  const pieces = answerPieces(part)
  return joinPieces(pieces, piecesLength(pieces), (length) => Buffer.allocUnsafe(length))
}

/** One text, or alternating text and stored bytes, to be joined once all lengths are known. */
export type AnswerPieces = readonly (string | Buffer)[]

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

class Writer {
  readonly #pieces: (string | Buffer)[] = []
  #text = ''

  /** Writes a value that is an item or is known to contain one. */
  around(value: unknown): void {
    if (value instanceof ItemJson) this.#splice(value.bytes)
    else if (Array.isArray(value)) this.#array(value)
    else this.#object(value as Record<string, unknown>)
  }

  pieces(): AnswerPieces {
    this.#pieces.push(this.#text)
    return this.#pieces
  }

  #splice(bytes: Buffer): void {
    this.#pieces.push(this.#text, bytes)
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

function byteLength(piece: string | Buffer): number {
  if (typeof piece !== 'string') return piece.length
  return isAsciiCharacter(piece) ? 1 : Buffer.byteLength(piece)
}

/** Most text between items is a comma, which need not be measured outside of JavaScript. */
function isAsciiCharacter(text: string): boolean {
  return text.length === 1 && text.charCodeAt(0) < 0x80
}

/** Returns the number of bytes written. */
export function writePiece(bytes: Buffer, piece: string | Buffer, offset: number): number {
  if (typeof piece === 'string') return writeText(bytes, piece, offset)
  bytes.set(piece, offset)
  return piece.length
}

/** The text between items is mostly a comma or a name, and not worth a call out of JavaScript. */
const shortTextLengthMax = 32

function writeText(bytes: Buffer, text: string, offset: number): number {
  const { length } = text
  if (isAsciiCharacter(text)) {
    bytes[offset] = text.charCodeAt(0)
    return 1
  }
  const isShort = length <= shortTextLengthMax && Buffer.byteLength(text) === length
  if (!isShort) return bytes.write(text, offset)
  for (let i = 0; i < length; i++) bytes[offset + i] = text.charCodeAt(i)
  return length
}
