/**
 * Walks over the tokens of one expression, and records what a parser finds on the way: the number
 * of operators, the functions and the bare names. The service checks those only once the whole text
 * is known to be well formed.
 *
 * Parsers recurse only between `open` and `close`, which limit the depth, so no text can exhaust
 * the stack. AWS refuses a second pair of parentheses around one thing and a 301st operator; an
 * expression nested deeper than `expressionNestingMax` has one or the other, and we report the one
 * suggested by the place where we stop reading.
 */
import type { ServiceError } from '../model/errors.js'
import { expressionNestingMax } from '../model/limits.js'
import { tokenize, type Token, type TokenType } from './lexer.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'

/** Where a function is used: as a whole condition, as a whole SET value, or as an operand. */
export type FunctionPlace = 'condition' | 'set-value' | 'operand'

export class TokenReader {
  readonly expression: ExpressionName
  readonly functions: { readonly name: string; readonly place: FunctionPlace }[] = []
  readonly names: string[] = []
  readonly namePlaceholders: string[] = []
  /** Sentences about paths that are well formed but impossible. */
  readonly pathFaults: string[] = []
  operators = 0
  readonly #text: string
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(expression: ExpressionName, text: string) {
    this.expression = expression
    this.#text = text
    this.#tokens = tokenize(text)
  }

  get next(): TokenType {
    return this.#tokens[this.#position]!.type
  }

  /** The type of the token after the next one. */
  get afterNext(): TokenType {
    return this.#tokens[Math.min(this.#position + 1, this.#tokens.length - 1)]!.type
  }

  /** Takes the next token if it is of this type. */
  accept(type: TokenType): boolean {
    if (this.next !== type) return false
    this.#position++
    return true
  }

  /** Takes the next token, which must be of this type, and returns its text. */
  take(type: TokenType): string {
    if (this.next !== type) throw this.syntaxFault()
    return this.#tokens[this.#position++]!.text
  }

  /** Takes an opening parenthesis; each needs its `close`. */
  open(): void {
    this.take('(')
    if (++this.#depth <= expressionNestingMax) return
    const doubled = this.#tokens[this.#position - 2]?.type === '('
    throw this.fault(doubled ? sentences.redundantParentheses : sentences.tooManyOperators)
  }

  close(): void {
    this.take(')')
    this.#depth--
  }

  fault(sentence: string): ServiceError {
    return expressionFault(this.expression, sentence)
  }

  /** AWS: quotes the source from the token before the wrong one to the token after it. */
  syntaxFault(): ServiceError {
    const wrong = this.#tokens[this.#position]!
    const before = this.#tokens[this.#position - 1] ?? wrong
    const after = this.#tokens[this.#position + 1]
    const last = after === undefined ? before : after.type === 'end' ? wrong : after
    return this.fault(sentences.syntax(wrong.text, this.#text.slice(before.start, last.end)))
  }
}
