/**
 * From the text of a statement to its syntax tree, at most once for a text in use: trees hold nothing
 * of a request, so they are kept, as those of expressions are. Texts with faults are not kept.
 */
import { ParseCache } from '../expressions/parse-cache.js'
import { parsedStatementCharactersMax } from '../model/limits.js'
import { parseExpression } from './parse-expression.js'
import { parseSelect } from './parse-select.js'
import { parseSimplePath } from './parse-term.js'
import { statementSentences, syntaxFault } from './sentences.js'
import type {
  AssignmentSyntax,
  DeleteSyntax,
  ExistsSyntax,
  Expression,
  InsertSyntax,
  PathExpression,
  RemovalSyntax,
  ReturningSyntax,
  StatementSyntax,
  UpdateSyntax,
} from './syntax.js'
import { TokenReader } from './token-reader.js'

const statements = new ParseCache<StatementSyntax>(parsedStatementCharactersMax)

export function statementSyntax(text: string): StatementSyntax {
  return statements.get(text, () => {
    const reader = new TokenReader(text)
    const statement = parseStatement(reader)
    parseEnd(reader)
    return { statement, parameters: reader.parameters, refusal: reader.refusal }
  })
}

function parseStatement(reader: TokenReader): StatementSyntax['statement'] {
  const word = reader.take()
  switch (word.kind === 'keyword' ? word.text : '') {
    case 'SELECT':
      return parseSelect(reader)
    case 'INSERT':
      return parseInsert(reader)
    case 'UPDATE':
      return parseUpdate(reader)
    case 'DELETE':
      return parseDelete(reader)
    case 'EXISTS':
      return parseExists(reader)
    default:
      throw syntaxFault('Expected data manipulation')
  }
}

function parseEnd(reader: TokenReader): void {
  const ended = reader.acceptMark(';')
  if (reader.next.kind === 'end') return
  throw syntaxFault(
    ended
      ? 'Unexpected token after semicolon. (Only one query is allowed.)'
      : 'Unexpected token after expression',
  )
}

function parseInsert(reader: TokenReader): InsertSyntax {
  if (!reader.acceptKeyword('INTO')) throw syntaxFault('Unexpected keyword')
  const source = parseSimplePath(reader)
  if (!reader.acceptKeyword('VALUE')) throw insertFault(reader)
  return { kind: 'insert', source, value: parseExpression(reader) }
}

function insertFault(reader: TokenReader) {
  return syntaxFault(reader.next.kind === 'keyword' ? 'Unexpected keyword' : 'Unexpected term')
}

function parseUpdate(reader: TokenReader): UpdateSyntax {
  const source = parseTarget(reader)
  const actions = parseActions(reader)
  return { kind: 'update', source, actions, ...parseConditionAndReturning(reader) }
}

function parseDelete(reader: TokenReader): DeleteSyntax {
  if (!reader.acceptKeyword('FROM')) throw syntaxFault('Expected FROM after DELETE')
  const source = parseTarget(reader)
  return { kind: 'delete', source, ...parseConditionAndReturning(reader) }
}

function parseTarget(reader: TokenReader): PathExpression {
  const source = parseSimplePath(reader)
  const named = reader.acceptKeyword('AS')
  if (reader.next.kind !== 'name' && reader.next.kind !== 'quoted') {
    if (named) throw syntaxFault('Expected identifier for AS-alias')
    return source
  }
  reader.take()
  reader.refuse(statementSentences.aliasing)
  return source
}

/** SET and REMOVE clauses, any number in any order; at least one. */
function parseActions(reader: TokenReader): readonly (AssignmentSyntax | RemovalSyntax)[] {
  const actions: (AssignmentSyntax | RemovalSyntax)[] = []
  for (;;) {
    if (reader.acceptKeyword('SET')) parseClause(reader, actions, parseAssignment)
    else if (reader.acceptKeyword('REMOVE')) parseClause(reader, actions, parseRemoval)
    else if (actions.length > 0) return actions
    else throw syntaxFault('Expected data manipulation')
  }
}

function parseClause<T>(
  reader: TokenReader,
  actions: T[],
  parse: (reader: TokenReader) => T,
): void {
  do actions.push(parse(reader))
  while (reader.acceptMark(','))
}

function parseAssignment(reader: TokenReader): AssignmentSyntax {
  const path = parseSimplePath(reader)
  if (!reader.acceptMark('=')) throw syntaxFault("Expected '='")
  return { kind: 'set', path, value: parseExpression(reader) }
}

function parseRemoval(reader: TokenReader): RemovalSyntax {
  return { kind: 'remove', path: parseSimplePath(reader) }
}

interface Tail {
  readonly where: Expression | undefined
  readonly returning: ReturningSyntax | undefined
}

function parseConditionAndReturning(reader: TokenReader): Tail {
  const where = reader.acceptKeyword('WHERE') ? parseExpression(reader) : undefined
  return { where, returning: parseReturning(reader) }
}

function parseReturning(reader: TokenReader): ReturningSyntax | undefined {
  if (!reader.acceptKeyword('RETURNING')) return undefined
  if (!reader.isKeyword('ALL', 'MODIFIED')) throw returningFault()
  const extent = reader.take().text as ReturningSyntax['extent']
  if (!reader.isKeyword('OLD', 'NEW')) throw returningFault()
  const image = reader.take().text as ReturningSyntax['image']
  reader.takeMark('*')
  return { extent, image }
}

function returningFault() {
  return syntaxFault('Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.')
}

function parseExists(reader: TokenReader): ExistsSyntax {
  reader.takeMark('(')
  if (!reader.acceptKeyword('SELECT')) throw syntaxFault('Unexpected term')
  const select = parseSelect(reader)
  reader.takeMark(')')
  return { kind: 'exists', select }
}
