/** Reads tokens one after another; what does not fit is a `NotUnderstood`. */
import { isMark, isWord, statementTokens, type StatementToken } from './statement-tokens.js'

/** Not a fault of the statement as such: the server has the last word. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

/** Deeper than people write; a deeper text is not explained. */
export const statementDepthMax = 200

export class StatementReader {
  readonly #tokens: readonly StatementToken[]
  #position = 0
  #depth = 0
  /** How many `?` were read. */
  parameters = 0

  constructor(text: string) {
    this.#tokens = statementTokens(text).filter(({ kind }) => kind !== 'comment')
  }

  get next(): StatementToken | undefined {
    return this.#tokens[this.#position]
  }

  peek(distance: number): StatementToken | undefined {
    return this.#tokens[this.#position + distance]
  }

  take(): StatementToken {
    const token = this.next
    if (token === undefined) throw new NotUnderstood('The statement is not complete.')
    this.#position++
    return token
  }

  acceptWord(...words: readonly string[]): boolean {
    if (!isWord(this.next, ...words)) return false
    this.#position++
    return true
  }

  acceptMark(...marks: readonly string[]): boolean {
    if (!isMark(this.next, ...marks)) return false
    this.#position++
    return true
  }

  takeWord(word: string): void {
    if (!this.acceptWord(word)) throw new NotUnderstood(`Expected ${word}.`)
  }

  takeMark(mark: string): void {
    if (!this.acceptMark(mark)) throw new NotUnderstood(`Expected ${mark}`)
  }

  takeName(): string {
    const { kind, text } = this.take()
    if (kind !== 'word' && kind !== 'quoted') throw new NotUnderstood('Expected a name.')
    return text
  }

  nested<T>(read: () => T): T {
    if (++this.#depth > statementDepthMax) throw new NotUnderstood('The statement is too deep.')
    const result = read()
    this.#depth--
    return result
  }
}
