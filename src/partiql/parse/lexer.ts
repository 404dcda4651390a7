/**
 * Splits the text of a statement into tokens, each with its position, because the service reports
 * where a fault is. Blanks and comments separate tokens and are dropped. A text with an unclosed
 * quote or comment, or with a character that belongs nowhere, is refused.
 */
import { scanTokens } from '../../stdx/scan-tokens.js'
import { isKeyword } from './keywords.js'
import { syntaxFault } from '../sentences.js'
import type { Span } from './syntax.js'

export type TokenKind = 'keyword' | 'name' | 'quoted' | 'string' | 'number' | 'mark' | 'end'

export interface StatementToken extends Span {
  readonly kind: TokenKind
  /** A keyword in capitals, a name or string without its quotes, a number or mark as written. */
  readonly text: string
}

// Each pattern matches in one pass without backtracking, so no text makes this slow.
const blank = /[ \t\r\n\v\f]+|--[^\r\n]*|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\//y
const word = /[A-Za-z_$][\w$]*/y
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const string = /'[^']*(?:''[^']*)*'/y
const quoted = /"[^"]*(?:""[^"]*)*"/y
const mark = /<<|>>|<=|>=|<>|!=|\|\||[=<>+\-*%()[\]{},.:;?@~]|\/(?!\*)/y

const rules = { skip: skipBlanks, tokenAt }

/** The tokens of a text, the last of them always `end`. */
export function tokenizeStatement(text: string): readonly StatementToken[] {
  const tokens = scanTokens(text, rules)
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length })
  return tokens
}

function skipBlanks(text: string, start: number): number {
  let position = start
  for (let end = endOf(blank, text, position); end > position;) {
    position = end
    end = endOf(blank, text, position)
  }
  return position
}

function tokenAt(text: string, start: number): StatementToken {
  let end = endOf(mark, text, start)
  // A point may open a number.
  if (end > start && text[start] !== '.') return tokenOf('mark', text, start, end)
  const numberEnd = endOf(number, text, start)
  if (numberEnd > start) return numberToken(text, start, numberEnd)
  if (end > start) return tokenOf('mark', text, start, end)
  end = endOf(word, text, start)
  if (end > start) return wordToken(text, start, end)
  return quotedToken(text, start)
}

/** Where a match that starts at `start` ends; `start` if there is none. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

function tokenOf(kind: TokenKind, text: string, start: number, end: number): StatementToken {
  return { kind, text: text.slice(start, end), start, end }
}

function wordToken(text: string, start: number, end: number): StatementToken {
  const name = tokenOf('name', text, start, end)
  const upper = name.text.toUpperCase()
  return isKeyword(upper) ? { kind: 'keyword', text: upper, start, end } : name
}

function quotedToken(text: string, start: number): StatementToken {
  const kind = text[start] === '"' ? 'quoted' : 'string'
  const end = endOf(kind === 'quoted' ? quoted : string, text, start)
  // AWS: gives no details.
  if (end === start) throw syntaxFault('')
  const quote = text[start]!
  const inner = text.slice(start + 1, end - 1).replaceAll(quote + quote, quote)
  return { kind, text: inner, start, end }
}

const scaleMax = 2 ** 31 - 1

/** AWS: a number's scale, its fraction digits minus its exponent, must fit in 32 bits. */
function numberToken(text: string, start: number, end: number): StatementToken {
  const token = tokenOf('number', text, start, end)
  const [, fraction = '', exponent = '0'] = scaled.exec(token.text) ?? []
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > scaleMax || Math.abs(Number(exponent)) > scaleMax) throw syntaxFault('')
  return token
}

const scaled = /^\d*(?:\.(\d*))?[eE](.*)$/
