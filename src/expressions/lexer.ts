/**
 * Splits the text of an expression into tokens, each with its position in the text, because the
 * service quotes the source around a syntax error.
 *
 * Every text can be tokenized: a character that fits nowhere becomes a token that no grammar
 * accepts. Keywords are keywords in every expression, so a projection of `set` is a syntax error
 * and not a reserved word.
 */
import { scanTokens } from '../stdx/scan-tokens.js'

export type Mark =
  '=' | '<>' | '<' | '<=' | '>' | '>=' | '+' | '-' | '(' | ')' | ',' | '.' | '[' | ']'
export type Keyword = 'AND' | 'OR' | 'NOT' | 'BETWEEN' | 'IN' | 'SET' | 'REMOVE' | 'ADD' | 'DELETE'
export type TokenType =
  Mark | Keyword | 'name' | 'name-placeholder' | 'value-placeholder' | 'index' | 'unknown' | 'end'

export interface Token {
  readonly type: TokenType
  readonly text: string
  readonly start: number
  readonly end: number
}

const keywords: ReadonlySet<string> = new Set<Keyword>([
  'AND',
  'OR',
  'NOT',
  'BETWEEN',
  'IN',
  'SET',
  'REMOVE',
  'ADD',
  'DELETE',
])

const blanks = /[ \t\n\r]*/y
// AWS: an index has no leading zeros, so `a[01]` reads as two tokens; names start with a letter.
const token =
  /([A-Za-z]\w*)|(#\w+)|(:\w+)|(0|[1-9][0-9]*)|(<>|<=|>=|[=<>+\-(),.[\]])|([\uD800-\uDBFF][\uDC00-\uDFFF]|[^])/y

const rules = { skip: skipBlanks, tokenAt }

/** The tokens of a text, the last of them always `end`. */
export function tokenize(text: string): readonly Token[] {
  const tokens = scanTokens(text, rules)
  tokens.push({ type: 'end', text: '<EOF>', start: text.length, end: text.length })
  return tokens
}

function skipBlanks(text: string, position: number): number {
  blanks.lastIndex = position
  blanks.test(text)
  return blanks.lastIndex
}

function tokenAt(text: string, start: number): Token {
  token.lastIndex = start
  const match = token.exec(text)!
  return { type: typeOfMatch(match), text: match[0], start, end: token.lastIndex }
}

function typeOfMatch([text, word, name, value, index, mark]: RegExpExecArray): TokenType {
  if (word !== undefined) return typeOfWord(word)
  if (mark !== undefined) return text as Mark
  if (name !== undefined) return 'name-placeholder'
  if (value !== undefined) return 'value-placeholder'
  return index === undefined ? 'unknown' : 'index'
}

function typeOfWord(word: string): TokenType {
  const upper = word.toUpperCase()
  return keywords.has(upper) ? (upper as Keyword) : 'name'
}
