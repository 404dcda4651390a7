/**
 * Cuts a stream of text into records without holding the whole: JSON values (lines, one after the
 * other, or the elements of one array) and the rows of a CSV file.
 */
import { recordCharactersMax } from './limits.js'

/** A piece of a file and where it begins, counted in lines. */
export interface TextRecord {
  readonly text: string
  readonly line: number
}

export async function* splitJson(chunks: AsyncIterable<string>): AsyncGenerator<TextRecord> {
  const splitter = new JsonSplitter()
  for await (const chunk of chunks) yield* splitter.take(chunk)
  yield* splitter.end()
}

class JsonSplitter {
  #text = ''
  #depth = 0
  #line = 1
  #startLine = 1
  #isInString = false
  #isEscaped = false
  /** Whether the records are the elements of an array. */
  #isInArray = false
  #hasBegun = false

  #inString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isInString = false
  }

  *take(chunk: string): Generator<TextRecord> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at]!
      if (character === '\n') this.#line += 1
      if (this.#isInString) {
        this.#inString(character)
        continue
      }
      if (this.#depth === 0) {
        if (!this.#opens(character)) {
          from = at + 1
          continue
        }
        from = at
        this.#startLine = this.#line
      }
      if (character === '"') this.#isInString = true
      else if (character === '{' || character === '[') this.#depth += 1
      else if (character === '}' || character === ']') this.#depth -= 1
      if (this.#depth === 0) {
        yield { text: this.#text + chunk.slice(from, at + 1), line: this.#startLine }
        this.#text = ''
        from = at + 1
      }
    }
    if (this.#depth > 0) this.#text += chunk.slice(from)
    if (this.#text.length > recordCharactersMax)
      throw new Error(`The record of line ${this.#startLine} is too long.`)
  }

  *end(): Generator<TextRecord> {
    // A record that does not end is reported as such by who reads it.
    if (this.#depth > 0) yield { text: this.#text, line: this.#startLine }
  }

  /** Between records: whether a record begins here. */
  #opens(character: string): boolean {
    if (/[\s,\uFEFF]/.test(character)) return false
    if (character === '[' && !this.#hasBegun) {
      this.#hasBegun = true
      this.#isInArray = true
      return false
    }
    this.#hasBegun = true
    if (character === ']' && this.#isInArray) return false
    if (character === '{' || character === '[') return true
    throw new Error(`Line ${this.#line} does not begin with an object.`)
  }
}

export interface CsvRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** As RFC 4180 has it: quotes around a cell, doubled inside, line breaks allowed. */
export async function* splitCsv(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  let cells: string[] = []
  let cell = ''
  let line = 1
  let startLine = 1
  let isQuoted = false
  let wasQuote = false
  let isFirst = true
  const isBlank = (): boolean => cells.length === 0 && cell === ''
  for await (const chunk of chunks) {
    for (const character of isFirst ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (character === '\n') line += 1
      if (isQuoted) {
        if (character === '"') {
          isQuoted = false
          wasQuote = true
        } else cell += character
      } else if (character === '"') {
        // A second quote in a row is a quote of the text.
        if (wasQuote) cell += '"'
        isQuoted = true
        wasQuote = false
      } else if (character === delimiter) {
        cells.push(cell)
        cell = ''
        wasQuote = false
      } else if (character === '\n' || character === '\r') {
        if (!isBlank() || wasQuote) yield { cells: [...cells, cell], line: startLine }
        cells = []
        cell = ''
        wasQuote = false
        startLine = line
      } else cell += character
      if (cell.length > recordCharactersMax)
        throw new Error(`A cell of line ${startLine} is too long.`)
    }
    isFirst = false
  }
  if (!isBlank()) yield { cells: [...cells, cell], line: startLine }
}

/** The one that splits the first line into most cells. */
export function delimiterOf(head: string): string {
  const [first = ''] = head.split(/\r?\n/)
  const counts = [',', ';', '\t', '|'].map((each) => ({ each, count: first.split(each).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).each
}
