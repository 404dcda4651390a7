/** Cuts an expression of metric math into tokens. */
import { MathFault } from './math-fault.js'

export interface MathToken {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  readonly text: string
}

const patterns: readonly (readonly [MathToken['kind'], RegExp])[] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[A-Za-z_]\w*/y],
  ['text', /'[^']*'|"[^"]*"/y],
  ['sign', /==|!=|<=|>=|&&|\|\||[-+*/^<>()[\],]/y],
]
const blanks = /\s*/y

export function tokensOf(expression: string): readonly MathToken[] {
  const tokens: MathToken[] = []
  let at = skipBlanks(expression, 0)
  while (at < expression.length) {
    const token = tokenAt(expression, at)
    tokens.push(token.kind === 'text' ? { kind: 'text', text: token.text.slice(1, -1) } : token)
    at = skipBlanks(expression, at + token.text.length)
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

function skipBlanks(expression: string, at: number): number {
  blanks.lastIndex = at
  blanks.test(expression)
  return blanks.lastIndex
}

function tokenAt(expression: string, at: number): MathToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(expression)
    if (found !== null) return { kind, text: found[0] }
  }
  throw new MathFault(`Unexpected character '${expression.charAt(at)}' at position ${at + 1}`)
}
