/** Cuts a text into its statements: at semicolons that are in no string, name or comment. */
import { isMark, statementTokens } from './statement-tokens.js'

export interface StatementPart {
  /** Without the semicolon, and without blanks and comments around it. */
  readonly text: string
  /** Where it is in the whole text. */
  readonly from: number
  readonly to: number
  /** Up to and with its semicolon: where the next one begins. */
  readonly end: number
}

/** Parts that have nothing but blanks and comments are left out. */
export function splitStatements(text: string): readonly StatementPart[] {
  const parts: StatementPart[] = []
  let start: number | undefined
  let stop = 0
  const close = (end: number) => {
    if (start !== undefined) {
      parts.push({ text: text.slice(start, stop), from: start, to: stop, end })
    }
    start = undefined
  }
  for (const token of statementTokens(text)) {
    if (token.kind === 'comment') continue
    if (isMark(token, ';')) {
      close(token.to)
      continue
    }
    start ??= token.from
    stop = token.to
  }
  close(text.length)
  return parts
}

/** The statement that a cursor is in, or the last one before it. */
export function statementAt(text: string, offset: number): StatementPart | undefined {
  const parts = splitStatements(text)
  return parts.find(({ end }) => offset < end || end === text.length) ?? parts.at(-1)
}
