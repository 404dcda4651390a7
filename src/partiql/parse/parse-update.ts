/** Parses UPDATE and DELETE after their first word: actions, condition and RETURNING. */
import { parseExpression } from './parse-expression.js'
import { parseSimplePath } from './parse-term.js'
import { statementSentences, syntaxFault } from '../sentences.js'
import type {
  AssignmentSyntax,
  DeleteSyntax,
  Expression,
  PathExpression,
  RemovalSyntax,
  ReturningSyntax,
  UpdateStatementSyntax,
} from './syntax.js'
import type { StatementReader } from './token-reader.js'

export function parseUpdateStatement(reader: StatementReader): UpdateStatementSyntax {
  const source = parseTarget(reader)
  const actions = parseActions(reader)
  return { kind: 'update', source, actions, ...parseConditionAndReturning(reader) }
}

/** The form that names the table first; its condition comes before the actions. */
export function parseUpdateFrom(reader: StatementReader): UpdateStatementSyntax {
  const source = parseTarget(reader)
  const where = parseWhere(reader)
  const actions = parseActions(reader)
  return { kind: 'update', source, actions, where, returning: parseReturning(reader) }
}

export function parseDelete(reader: StatementReader): DeleteSyntax {
  if (!reader.acceptKeyword('FROM')) throw syntaxFault('Expected FROM after DELETE')
  const source = parseTarget(reader)
  return { kind: 'delete', source, ...parseConditionAndReturning(reader) }
}

function parseTarget(reader: StatementReader): PathExpression {
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

/** SET and REMOVE clauses, one or more, in any order. */
function parseActions(reader: StatementReader): readonly (AssignmentSyntax | RemovalSyntax)[] {
  const actions: (AssignmentSyntax | RemovalSyntax)[] = []
  for (;;) {
    if (reader.acceptKeyword('SET')) parseClause(reader, actions, parseAssignment)
    else if (reader.acceptKeyword('REMOVE')) parseClause(reader, actions, parseRemoval)
    else if (actions.length > 0) return actions
    else throw syntaxFault('Expected data manipulation')
  }
}

function parseClause<T>(
  reader: StatementReader,
  actions: T[],
  parse: (reader: StatementReader) => T,
): void {
  do actions.push(parse(reader))
  while (reader.acceptMark(','))
}

function parseAssignment(reader: StatementReader): AssignmentSyntax {
  const path = parseSimplePath(reader)
  if (!reader.acceptMark('=')) throw syntaxFault("Expected '='")
  return { kind: 'set', path, value: parseExpression(reader) }
}

function parseRemoval(reader: StatementReader): RemovalSyntax {
  return { kind: 'remove', path: parseSimplePath(reader) }
}

function parseConditionAndReturning(
  reader: StatementReader,
): Pick<UpdateStatementSyntax, 'where' | 'returning'> {
  return { where: parseWhere(reader), returning: parseReturning(reader) }
}

function parseWhere(reader: StatementReader): Expression | undefined {
  return reader.acceptKeyword('WHERE') ? parseExpression(reader) : undefined
}

function parseReturning(reader: StatementReader): ReturningSyntax | undefined {
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
