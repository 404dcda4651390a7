/**
 * Splits the text of a statement into tokens, each with its place, because the service tells where a
 * fault is. Blanks and comments separate tokens and are gone afterwards. A text that does not split,
 * for a quote or a comment that never closes or a character that belongs nowhere, is refused whole.
 */
import { isKeyword } from './keywords.js'
import { syntaxFault } from './sentences.js'
import type { Span } from './syntax.js'

export type TokenKind = 'keyword' | 'name' | 'quoted' | 'string' | 'number' | 'mark' | 'end'

export interface Token extends Span {
  readonly kind: TokenKind
  /** A keyword in capitals, a name or string without its quotes, a number or mark as it stands. */
  readonly text: string
  /** As it stands in the statement: a keyword that opens a call is told by it. */
  readonly written: string
}

// Every alternative takes what it matches in one pass, so no text makes this slow. An opening quote or
// comment without its end matches none of the alternatives before the last.
const token = new RegExp(
  [
    String.raw`(?<blank>[ \t\r\n\v\f]+|--[^\r\n]*|/\*[^*]*\*+(?:[^*/][^*]*\*+)*/)`,
    String.raw`(?<word>[A-Za-z_$][\w$]*)`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`,
    `(?<string>'[^']*(?:''[^']*)*')`,
    `(?<quoted>"[^"]*(?:""[^"]*)*")`,
    String.raw`(?<mark><<|>>|<=|>=|<>|!=|\|\||(?!/\*)[=<>+\-*/%()[\]{},.:;?@~])`,
  ].join('|'),
  'y',
)

/** The tokens of a text, the last of them always `end`. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let start = 0; start < text.length; start = token.lastIndex) {
    token.lastIndex = start
    const match = token.exec(text)
    // AWS: says no more about it.
    if (match === null) throw syntaxFault('')
    if (match.groups!.blank === undefined) tokens.push(tokenOf(match, start))
  }
  tokens.push({ kind: 'end', text: '', written: '', start: text.length, end: text.length })
  return tokens
}

function tokenOf({ 0: written, groups }: RegExpExecArray, start: number): Token {
  const place = { written, start, end: start + written.length }
  const { word, number, string, quoted } = groups!
  if (word !== undefined) return { ...place, ...wordToken(word) }
  if (string !== undefined) return { ...place, kind: 'string', text: unquoted(string, "'") }
  if (quoted !== undefined) return { ...place, kind: 'quoted', text: unquoted(quoted, '"') }
  return { ...place, kind: number === undefined ? 'mark' : 'number', text: written }
}

function wordToken(word: string): Pick<Token, 'kind' | 'text'> {
  const upper = word.toUpperCase()
  return isKeyword(upper) ? { kind: 'keyword', text: upper } : { kind: 'name', text: word }
}

function unquoted(text: string, quote: string): string {
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}
