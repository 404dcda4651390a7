/**
 * Finds JSON objects that stand one after another, with blanks and newlines or nothing between them.
 */
import {
  backslash,
  closeList,
  closeObject,
  openList,
  openObject,
  quote,
} from '../stdx/json-bytes.js'
import { Cutter, type Cut } from './cutter.js'
import { UnreadableText } from './text-record.js'

export class JsonCutter extends Cutter {
  #isFirst = true
  #depth = 0
  #inText = false

  next(bytes: Buffer, isLast: boolean): Cut | undefined {
    if (this.#isFirst) {
      if (bytes.length < byteOrderMark.length && !isLast) return undefined
      this.#isFirst = false
      if (startsWithMark(bytes)) this.at = byteOrderMark.length
    }
    if (this.start === undefined && !this.#findStart(bytes)) return undefined
    const end = this.#findEnd(bytes)
    if (end !== undefined) return this.cutAt(end)
    if (isLast) throw new UnreadableText('The last object is not complete')
    return undefined
  }

  #findStart(bytes: Buffer): boolean {
    while (this.at < bytes.length && isBlank(bytes[this.at]!)) this.at++
    if (this.at >= bytes.length) return false
    if (bytes[this.at] !== openObject) throw new UnreadableText('A JSON object was expected')
    this.start = this.at
    this.#depth = 0
    return true
  }

  #findEnd(bytes: Buffer): number | undefined {
    let at = this.at
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#inText) {
        if (byte === backslash) at++
        else if (byte === quote) this.#inText = false
      } else if (byte === quote) this.#inText = true
      else if (byte === openObject || byte === openList) this.#depth++
      else if ((byte === closeObject || byte === closeList) && --this.#depth === 0) return at + 1
    }
    // One more than the length if the last byte was a backslash: the next one is passed over.
    this.at = at
    return undefined
  }
}

export const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf]

export function startsWithMark(bytes: Buffer): boolean {
  return byteOrderMark.every((byte, i) => bytes[i] === byte)
}

/** JSON's white space. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
