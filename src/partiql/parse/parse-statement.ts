/**
 * From the text of a statement to its syntax tree. Trees hold nothing of a request, so they are
 * cached by text, as those of expressions are. Texts with faults are not cached.
 */
import { ParseCache } from '../../expressions/parse-cache.js'
import { parsedStatementCharactersMax } from '../limits.js'
import { parseExpression } from './parse-expression.js'
import { parseSelect } from './parse-select.js'
import { parseSimplePath } from './parse-term.js'
import { parseDelete, parseUpdateStatement, parseUpdateFrom } from './parse-update.js'
import { syntaxFault } from '../sentences.js'
import type { ExistsSyntax, InsertSyntax, StatementSyntax } from './syntax.js'
import { StatementReader } from './token-reader.js'

const statements = new ParseCache<StatementSyntax>(parsedStatementCharactersMax)

export function statementSyntax(text: string): StatementSyntax {
  return statements.get(text, () => {
    const reader = new StatementReader(text)
    const statement = parseStatement(reader)
    parseEnd(reader)
    return { statement, parameters: reader.parameters, refusal: reader.refusal }
  })
}

function parseStatement(reader: StatementReader): StatementSyntax['statement'] {
  if (reader.acceptKeyword('SELECT')) return parseSelect(reader)
  if (reader.acceptKeyword('INSERT')) return parseInsert(reader)
  if (reader.acceptKeyword('UPDATE')) return parseUpdateStatement(reader)
  if (reader.acceptKeyword('DELETE')) return parseDelete(reader)
  if (reader.acceptKeyword('FROM')) return parseUpdateFrom(reader)
  if (startsExists(reader)) return parseExists(reader)
  // AWS: a text that is an expression is well formed, and refused as an expression.
  return { kind: 'expression', expression: parseExpression(reader) }
}

function parseEnd(reader: StatementReader): void {
  const ended = reader.acceptMark(';')
  if (reader.next.kind === 'end') return
  throw syntaxFault(
    ended
      ? 'Unexpected token after semicolon. (Only one query is allowed.)'
      : 'Unexpected token after expression',
  )
}

function parseInsert(reader: StatementReader): InsertSyntax {
  if (!reader.acceptKeyword('INTO')) throw syntaxFault('Unexpected keyword')
  const source = parseSimplePath(reader)
  // Without VALUE, SQL's other forms are parsed, and refused later.
  reader.acceptKeyword('VALUE')
  return { kind: 'insert', source, value: parseExpression(reader) }
}

/** EXISTS of anything but a SELECT is a call of an unknown function. */
function startsExists(reader: StatementReader): boolean {
  const [word, opening, select] = reader.peek(3)
  return (
    word?.kind === 'keyword' &&
    word.text === 'EXISTS' &&
    opening?.text === '(' &&
    select?.kind === 'keyword' &&
    select.text === 'SELECT'
  )
}

function parseExists(reader: StatementReader): ExistsSyntax {
  for (let words = 0; words < 3; words++) reader.take()
  const select = parseSelect(reader)
  reader.takeMark(')')
  return { kind: 'exists', select }
}
