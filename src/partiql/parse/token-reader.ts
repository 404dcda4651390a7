/**
 * Walks over the tokens of one statement, and records what the parser finds on the way: the number
 * of parameters, and constructs that are well formed but refused, which may only be reported once
 * the whole text is known to be well formed.
 *
 * Parsers recurse only between `enter` and `leave`, and chains of operators are counted, so neither
 * parsing a text nor walking its tree can exhaust the stack.
 */
import { validation } from '../../model/errors.js'
import { expressionOperatorsMax } from '../../model/limits.js'
import { statementNestingMax } from '../limits.js'
import { sentences } from '../../expressions/sentences.js'
import { tokenizeStatement, type StatementToken, type TokenKind } from './lexer.js'
import { formatPlace, statementSentences, syntaxFault } from '../sentences.js'
import type { Span } from './syntax.js'

export class StatementReader {
  parameters = 0
  refusal: string | undefined
  readonly #text: string
  readonly #tokens: readonly StatementToken[]
  #position = 0
  #depth = 0
  #chained = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenizeStatement(text)
  }

  get next(): StatementToken {
    return this.#tokens[this.#position]!
  }

  get afterNext(): StatementToken {
    return this.#tokens[Math.min(this.#position + 1, this.#tokens.length - 1)]!
  }

  /** The next tokens, fewer near the end. */
  peek(count: number): readonly StatementToken[] {
    return this.#tokens.slice(this.#position, this.#position + count)
  }

  take(): StatementToken {
    const token = this.next
    if (token.kind !== 'end') this.#position++
    return token
  }

  isKeyword(...words: readonly string[]): boolean {
    return this.#isNext('keyword', words)
  }

  isMark(...marks: readonly string[]): boolean {
    return this.#isNext('mark', marks)
  }

  #isNext(kind: TokenKind, texts: readonly string[]): boolean {
    return this.next.kind === kind && texts.includes(this.next.text)
  }

  /** Takes the next token if it is this keyword. */
  acceptKeyword(word: string): boolean {
    if (!this.isKeyword(word)) return false
    this.#position++
    return true
  }

  acceptMark(mark: string): boolean {
    if (!this.isMark(mark)) return false
    this.#position++
    return true
  }

  takeMark(mark: string): void {
    if (!this.acceptMark(mark)) throw syntaxFault(`Expected ${markNames[mark] ?? mark}`)
  }

  /** Each call needs its `leave`, except after a fault, when the reader is dropped. */
  enter(): void {
    if (++this.#depth > statementNestingMax) throw validation(statementSentences.tooDeepToParse)
  }

  leave(): void {
    this.#depth--
  }

  /** Counts an operator whose left operand is the result of another, as in `a + b + c`. */
  chain(): void {
    if (++this.#chained > expressionOperatorsMax) throw validation(sentences.tooManyOperators)
  }

  /** Records a fault to report after parsing; only the first counts. */
  refuse(sentence: string, span?: Span): void {
    const place = span === undefined ? '' : ` at ${formatPlace(this.#text, span)}`
    this.refusal ??= `${sentence}${place}`
  }
}

const markNames: Readonly<Record<string, string>> = {
  '(': 'LEFT_PAREN',
  ')': 'RIGHT_PAREN',
  ']': 'RIGHT_BRACKET',
  '}': 'RIGHT_CURLY',
  '>>': 'RIGHT_DOUBLE_ANGLE_BRACKET',
  ':': 'COLON',
  '*': 'STAR',
}
