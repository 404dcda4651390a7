/**
 * A statement as it may be written down: without values, except those that a WHERE compares a key with.
 *
 * Comments are left out, since they can contain anything, and a text that is not a statement is left out
 * as a whole.
 */
import { tokenizeStatement, type StatementToken } from './parse/lexer.js'

/** AWS: what CloudTrail shows instead of a value. */
export const redacted = '***(Redacted)'

/** The attributes of a table's key; undefined if there is no such table. */
export type KeyNamesOf = (table: string) => readonly string[] | undefined

export interface RedactedStatement {
  readonly text: string
  /** By name or ARN; undefined if the text names none. */
  readonly table: string | undefined
}

export function redactStatement(text: string, keyNamesOf: KeyNamesOf): RedactedStatement {
  const tokens = tokensOf(text)
  if (tokens === undefined) return { text: redacted, table: undefined }
  const table = tableIn(tokens)
  const keys = new Set(table === undefined ? [] : keyNamesOf(table))
  const where = tokens.findIndex(({ kind, text: word }) => kind === 'keyword' && word === 'WHERE')
  let shown = ''
  let end = 0
  tokens.forEach((token, i) => {
    if (token.kind === 'end') return
    const isKept = !isValue(token) || (where !== -1 && i > where && comparesKey(tokens, i, keys))
    const gap = shown !== '' && token.start > end ? ' ' : ''
    shown += gap + (isKept ? text.slice(token.start, token.end) : redacted)
    end = token.end
  })
  return { text: shown, table }
}

function tokensOf(text: string): readonly StatementToken[] | undefined {
  try {
    return tokenizeStatement(text)
  } catch {
    return undefined
  }
}

function isValue({ kind, text }: StatementToken): boolean {
  if (kind === 'keyword') return text === 'TRUE' || text === 'FALSE'
  return kind === 'string' || kind === 'number'
}

/** `key = value`, where `key` is no part of a path. */
function comparesKey(
  tokens: readonly StatementToken[],
  at: number,
  keys: ReadonlySet<string>,
): boolean {
  const [before, name, sign] = [tokens[at - 3], tokens[at - 2], tokens[at - 1]]
  if (sign?.text !== '=' || (name?.kind !== 'name' && name?.kind !== 'quoted')) return false
  const isPath = before?.text === '.' || tokens[at + 1]?.text === '.'
  return !isPath && keys.has(name.text)
}

const before = new Set(['FROM', 'INTO', 'UPDATE'])

function tableIn(tokens: readonly StatementToken[]): string | undefined {
  const at = tokens.findIndex(({ kind, text }) => kind === 'keyword' && before.has(text))
  const next = tokens[at + 1]
  return at !== -1 && (next?.kind === 'name' || next?.kind === 'quoted') ? next.text : undefined
}
