/**
 * Reads a long JSON text piece by piece, with the result and the refusals of `JSON.parse`, which
 * does most of the work.
 *
 * The text is cut between values. A piece lies in one container, its *base*, and is parsed with the
 * brackets that it lacks on both sides; the result is added to the base. Containers that are open at
 * the end of a piece become bases themselves.
 */
import {
  backslash,
  closeList,
  closeObject,
  comma,
  openList,
  openObject,
  quote,
} from '../../../stdx/json-bytes.js'

/** Parses a whole JSON text; throws if it is not valid. */
export type ParsePiece = (text: string) => unknown

type List = unknown[]
type Members = Record<string, unknown>

/** An open container, in an earlier piece or the present one. */
type Base =
  | { readonly isList: true; readonly value: List }
  | { readonly isList: false; readonly value: Members }

interface Opened {
  readonly isList: boolean
  /** Where the string before it begins and ends: its name, if it is in an object. */
  readonly nameFrom: number
  readonly nameTo: number
}

export class JsonReader {
  readonly #text: string
  readonly #parse: ParsePiece
  readonly #pieceLength: number
  readonly #bases: Base[] = []
  #opened: Opened[] = []
  /** Where the present piece begins. */
  #from = 0
  /** Whether a comma comes before the piece, so that it must not be empty. */
  #afterComma = false
  #root: unknown
  #isDone = false

  constructor(text: string, parse: ParsePiece, pieceLength: number) {
    this.#text = text
    this.#parse = parse
    this.#pieceLength = pieceLength
  }

  get result(): unknown {
    return this.#root
  }

  /** Reads one more piece; returns whether it was the last. */
  readPiece(): boolean {
    if (this.#bases.length === 0) this.#begin()
    else this.#scan()
    return this.#isDone
  }

  /** A text that is no list and no object is one piece. */
  #begin(): void {
    const start = this.#skipBlanks(0)
    const first = this.#text.charCodeAt(start)
    if (first === openList || first === openObject) {
      this.#bases.push(emptyBase(first === openList))
      this.#root = this.#bases[0]!.value
      this.#from = start + 1
    } else {
      this.#root = this.#parse(this.#text)
      this.#isDone = true
    }
  }

  /** Returns at the end of a piece. */
  #scan(): void {
    const text = this.#text
    let [nameFrom, nameTo] = [0, 0]
    for (let at = this.#from; at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case quote:
          nameFrom = at
          at = this.#endOfString(at)
          nameTo = at + 1
          break
        case openList:
        case openObject:
          this.#opened.push({ isList: text.charCodeAt(at) === openList, nameFrom, nameTo })
          if (this.#isLong(at)) return this.#cutAfterOpening(at)
          break
        case closeList:
        case closeObject:
          if (this.#opened.length === 0) return this.#closeBase(at)
          this.#opened.pop()
          if (this.#isLong(at)) return this.#cutAfterValue(at)
          break
        case comma:
          if (this.#isLong(at)) return this.#cutAtComma(at)
      }
    }
    throw new SyntaxError('the text ends too early')
  }

  #isLong(at: number): boolean {
    return at - this.#from >= this.#pieceLength
  }

  #endOfString(start: number): number {
    const text = this.#text
    for (let at = start + 1; ; at++) {
      at = text.indexOf('"', at)
      if (at === -1) throw new SyntaxError('a string does not end')
      let before = at - 1
      while (text.charCodeAt(before) === backslash) before--
      if ((at - before) % 2 === 1) return at
    }
  }

  #cutAfterOpening(at: number): void {
    this.#add(this.#from, at + 1)
    this.#from = at + 1
    this.#afterComma = false
  }

  #cutAfterValue(at: number): void {
    this.#add(this.#from, at + 1)
    this.#continue(at + 1)
  }

  #cutAtComma(at: number): void {
    if (this.#isBlank(at)) throw new SyntaxError('a value is missing')
    this.#add(this.#from, at)
    this.#from = at + 1
    this.#afterComma = true
  }

  #closeBase(at: number): void {
    if (!this.#isBlank(at)) this.#add(this.#from, at)
    else if (this.#afterComma) throw new SyntaxError('a value is missing')
    this.#pop(at)
    this.#continue(at + 1)
  }

  #pop(at: number): void {
    const { isList } = this.#bases.pop()!
    const closing = isList ? closeList : closeObject
    if (this.#text.charCodeAt(at) !== closing) throw new SyntaxError('brackets do not match')
  }

  /** After a value: closes all bases that end here, up to a comma or the end of the text. */
  #continue(start: number): void {
    let at = this.#skipBlanks(start)
    for (; this.#bases.length > 0; at = this.#skipBlanks(at + 1)) {
      const unit = this.#text.charCodeAt(at)
      if (unit === comma) break
      if (unit !== closeList && unit !== closeObject) throw new SyntaxError('a comma is missing')
      this.#pop(at)
    }
    this.#from = at + 1
    this.#afterComma = true
    this.#isDone = this.#bases.length === 0
    if (this.#isDone && at < this.#text.length) throw new SyntaxError('the text goes on')
  }

  #isBlank(to: number): boolean {
    return this.#skipBlanks(this.#from) >= to
  }

  #skipBlanks(from: number): number {
    let at = from
    while (isBlank(this.#text.charCodeAt(at))) at++
    return at
  }

  /** Parses a piece and adds it to its base. */
  #add(from: number, to: number): void {
    const base = this.#bases.at(-1)!
    const opened = this.#opened
    let closing = ''
    for (let i = opened.length - 1; i >= 0; i--) closing += opened[i]!.isList ? ']' : '}'
    const piece = this.#text.slice(from, to) + closing
    const parsed = this.#parse(base.isList ? `[${piece}]` : `{${piece}}`)
    if (base.isList) for (const element of parsed as List) base.value.push(element)
    else addMembers(base.value, parsed as Members)
    for (const each of opened) this.#bases.push(this.#baseOf(each))
    this.#opened = []
  }

  /** A container that was opened last in its base is what was parsed last. */
  #baseOf({ isList, nameFrom, nameTo }: Opened): Base {
    const within = this.#bases.at(-1)!
    const value = within.isList
      ? within.value.at(-1)
      : within.value[JSON.parse(this.#text.slice(nameFrom, nameTo)) as string]
    return isList ? { isList, value: value as List } : { isList, value: value as Members }
  }
}

function emptyBase(isList: boolean): Base {
  return isList ? { isList, value: [] } : { isList, value: {} }
}

/** As in `JSON.parse`, `__proto__` is a name like any other. */
function addMembers(to: Members, members: Members): void {
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (name !== '__proto__') to[name] = value
    else {
      const how = { configurable: true, enumerable: true, writable: true }
      Object.defineProperty(to, name, { value, ...how })
    }
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
}
