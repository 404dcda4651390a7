/**
 * Finds the structs of Ion text, at the top or in a list at the top, and passes over version
 * markers, comments and symbol tables.
 */
import {
  closeList,
  closeObject,
  comma,
  openList,
  openObject,
  quote,
} from '../../stdx/json-bytes.js'
import { Cutter, type Cut } from '../cutter.js'
import { isBlank } from '../json-cutter.js'
import { UnreadableText } from '../text-record.js'
import { endOfComment, endOfLob, endOfQuoted, incomplete } from './ion-tokens.js'

export class IonCutter extends Cutter {
  #isFirst = true
  #inList = false
  #depth = 0
  /** Whether the struct that comes next is a symbol table. */
  #isSymbolTable = false

  next(bytes: Buffer, isLast: boolean): Cut | undefined {
    if (this.#isFirst && !this.#begin(bytes, isLast)) return undefined
    for (;;) {
      if (this.start === undefined && !this.#findStart(bytes, isLast)) return undefined
      const end = this.#findEnd(bytes, isLast)
      if (end === undefined) return undefined
      const cut = this.cutAt(end)
      if (!this.#isSymbolTable) return cut
      this.#isSymbolTable = false
    }
  }

  #begin(bytes: Buffer, isLast: boolean): boolean {
    if (bytes.length < binaryMarker.length && !isLast) return false
    this.#isFirst = false
    if (binaryMarker.every((byte, i) => bytes[i] === byte)) {
      throw new UnreadableText('The file is binary Ion; only Ion text can be read')
    }
    return true
  }

  #findStart(bytes: Buffer, isLast: boolean): boolean {
    while (this.at < bytes.length) {
      const byte = bytes[this.at]!
      if (byte === openObject) {
        if (this.at + 1 >= bytes.length && !isLast) return false
        if (bytes[this.at + 1] === openObject) throw noStruct()
        this.start = this.at
        this.#depth = 0
        return true
      }
      const next = this.#passOver(bytes, byte, isLast)
      if (next === incomplete) return false
      this.at = next
    }
    if (isLast && this.#inList) throw unfinished()
    return false
  }

  /** Where something ends that may stand between structs. */
  #passOver(bytes: Buffer, byte: number, isLast: boolean): number {
    const at = this.at
    if (isBlank(byte) || byte === verticalTab || byte === formFeed) return at + 1
    if (byte === slash) return endOfComment(bytes, at, isLast)
    if (byte === openList && !this.#inList) return this.#setList(true)
    if (byte === closeList && this.#inList) return this.#setList(false)
    if (byte === comma && this.#inList) return at + 1
    return this.#passOverSymbol(bytes, isLast)
  }

  #setList(isList: boolean): number {
    this.#inList = isList
    return this.at + 1
  }

  /** A version marker or an annotation. */
  #passOverSymbol(bytes: Buffer, isLast: boolean): number {
    const end =
      bytes[this.at] === apostrophe
        ? endOfQuoted(bytes, this.at, isLast)
        : endOfIdentifier(bytes, this.at, isLast)
    if (end === incomplete) return incomplete
    if (end === this.at) throw noStruct()
    const symbol = bytes.toString('latin1', this.at, end)
    if (symbol === versionMarker) return end
    if (otherVersion.test(symbol)) throw new UnreadableText(`The Ion version ${symbol} is unknown`)
    const after = endOfBlanks(bytes, end)
    if (after + 2 > bytes.length && !isLast) return incomplete
    if (bytes[after] !== colon || bytes[after + 1] !== colon) {
      throw noStruct()
    }
    this.#isSymbolTable ||= symbol === '$ion_symbol_table'
    return after + 2
  }

  #findEnd(bytes: Buffer, isLast: boolean): number | undefined {
    while (this.at < bytes.length) {
      const byte = bytes[this.at]
      if (byte === closeObject || byte === closeList) {
        this.at++
        if (--this.#depth === 0) return this.at
        continue
      }
      const next = this.#endOfToken(bytes, byte!, isLast)
      if (next === incomplete) break
      this.at = next
    }
    if (isLast) throw unfinished()
    return undefined
  }

  #endOfToken(bytes: Buffer, byte: number, isLast: boolean): number {
    const at = this.at
    if (byte === quote || byte === apostrophe) return endOfQuoted(bytes, at, isLast)
    if (byte === slash) return endOfComment(bytes, at, isLast)
    if (byte === openObject) {
      if (at + 1 >= bytes.length && !isLast) return incomplete
      if (bytes[at + 1] === openObject) return endOfLob(bytes, at, isLast)
    }
    if (byte === openObject || byte === openList) this.#depth++
    return at + 1
  }
}

function unfinished(): UnreadableText {
  return new UnreadableText('The last Ion value is not complete')
}

function noStruct(): UnreadableText {
  return new UnreadableText('An Ion struct was expected')
}

function endOfIdentifier(bytes: Buffer, start: number, isLast: boolean): number {
  let at = start
  while (at < bytes.length && isIdentifierByte(bytes[at]!)) at++
  return at === bytes.length && !isLast ? incomplete : at
}

function isIdentifierByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24
  )
}

function endOfBlanks(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && isBlank(bytes[at]!)) at++
  return at
}

const binaryMarker: readonly number[] = [0xe0, 0x01, 0x00, 0xea]
const versionMarker = '$ion_1_0'
const otherVersion = /^\$ion_\d+_\d+$/
const apostrophe = 0x27
const slash = 0x2f
const colon = 0x3a
const verticalTab = 0x0b
const formFeed = 0x0c
