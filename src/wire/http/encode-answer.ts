/**
 * An operation's answer as the bytes of its JSON.
 *
 * Items that come as `ItemJson` are copied in as they are stored, at whatever depth they stand; what
 * is around them goes through `JSON.stringify` in the largest pieces possible.
 */
import { ItemJson } from '../../model/item-json.js'
import { emptyBody } from './message.js'

/** Undefined stands for an answer without a body. */
export function encodeAnswer(answer: unknown): Buffer {
  if (answer === undefined) return emptyBody
  if (!holdsItemJson(answer)) return Buffer.from(JSON.stringify(answer))
  const writer = new Writer()
  writer.value(answer)
  return writer.bytes()
}

/** Text and stored bytes in turn, joined once all lengths are known. */
class Writer {
  readonly #pieces: (string | Buffer)[] = []
  #text = ''

  value(value: unknown): void {
    if (value instanceof ItemJson) this.#splice(value.bytes)
    else if (!holdsItemJson(value)) this.#text += JSON.stringify(value ?? null)
    else if (Array.isArray(value)) this.#array(value)
    else this.#object(value as Record<string, unknown>)
  }

  bytes(): Buffer {
    this.#pieces.push(this.#text)
    let length = 0
    for (const piece of this.#pieces) length += Buffer.byteLength(piece)
    const bytes = Buffer.allocUnsafe(length)
    let offset = 0
    for (const piece of this.#pieces) {
      offset += typeof piece === 'string' ? bytes.write(piece, offset) : piece.copy(bytes, offset)
    }
    return bytes
  }

  #splice(bytes: Buffer): void {
    this.#pieces.push(this.#text, bytes)
    this.#text = ''
  }

  #array(elements: readonly unknown[]): void {
    let separator = '['
    for (const element of elements) {
      this.#text += separator
      this.value(element)
      separator = ','
    }
    this.#text += ']'
  }

  #object(members: Readonly<Record<string, unknown>>): void {
    let separator = '{'
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) continue
      this.#text += `${separator}${JSON.stringify(name)}:`
      this.value(members[name])
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
