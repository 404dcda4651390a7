/**
 * The tokens of PartiQL texts that people are still writing: a quote or comment that is not closed
 * reaches to the end of the text, and a character that belongs nowhere is a token of its own.
 */
export type StatementTokenKind =
  'word' | 'quoted' | 'string' | 'number' | 'mark' | 'comment' | 'stray'

export interface StatementToken {
  readonly kind: StatementTokenKind
  /** As written; a quoted name or a string without its quotes. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** Whether it lacks its closing quote or comment mark. */
  readonly isOpen?: boolean
}

const patterns: readonly (readonly [StatementTokenKind | 'blank', RegExp])[] = [
  ['blank', /\s+/y],
  ['comment', /--[^\r\n]*|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/|\/\*[^]*$/y],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_$][\w$]*/y],
  ['string', /'[^']*(?:''[^']*)*(?:'|$)/y],
  ['quoted', /"[^"]*(?:""[^"]*)*(?:"|$)/y],
  ['mark', /<<|>>|<=|>=|<>|!=|\|\||[=<>+\-*%()[\]{},.:;?@~/]/y],
  ['stray', /[^]/y],
]

export function statementTokens(text: string): readonly StatementToken[] {
  const tokens: StatementToken[] = []
  for (let from = 0; from < text.length;) {
    const [kind, to] = matchAt(text, from)
    if (kind !== 'blank') tokens.push(tokenOf(kind, text, from, to))
    from = to
  }
  return tokens
}

function matchAt(text: string, from: number): readonly [StatementTokenKind | 'blank', number] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = from
    if (pattern.test(text)) return [kind, pattern.lastIndex]
  }
  return ['stray', from + 1]
}

function tokenOf(kind: StatementTokenKind, text: string, from: number, to: number): StatementToken {
  const written = text.slice(from, to)
  if (kind === 'comment') {
    const isOpen = written.startsWith('/*') && (written.length < 4 || !written.endsWith('*/'))
    return { kind, text: written, from, to, ...(isOpen && { isOpen }) }
  }
  if (kind !== 'string' && kind !== 'quoted') return { kind, text: written, from, to }
  const quote = written[0]!
  const quotes = written.split(quote).length - 1
  const isOpen = quotes % 2 === 1
  const inner = written.slice(1, isOpen ? undefined : -1).replaceAll(quote + quote, quote)
  return { kind, text: inner, from, to, ...(isOpen && { isOpen }) }
}

export function isWord(token: StatementToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase())
}

export function isMark(token: StatementToken | undefined, ...marks: readonly string[]): boolean {
  return token?.kind === 'mark' && marks.includes(token.text)
}
