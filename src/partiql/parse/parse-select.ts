/**
 * Parses SELECT after its first word. Clauses that only SQL has are parsed too, and refused in the
 * end.
 */
import { parseExpression, parseExpressions, spanOf } from './parse-expression.js'
import { statementSentences, syntaxFault } from '../sentences.js'
import type { Expression, OrderKeySyntax, SelectSyntax } from './syntax.js'
import type { StatementReader } from './token-reader.js'

export function parseSelect(reader: StatementReader): SelectSyntax {
  refuseQuantifier(reader)
  const projection = parseProjection(reader)
  if (!reader.acceptKeyword('FROM')) throw syntaxFault('Expected FROM after SELECT list')
  const source = parseExpression(reader)
  refuseAlias(reader)
  const where = reader.acceptKeyword('WHERE') ? parseExpression(reader) : undefined
  refuseClauses(reader)
  const orderBy = parseOrderBy(reader)
  refuseClauses(reader)
  return { kind: 'select', projection, source, where, orderBy }
}

function refuseQuantifier(reader: StatementReader): void {
  // AWS's parser treats `SELECT ALL` as `SELECT`.
  if (reader.acceptKeyword('ALL') || !reader.isKeyword('DISTINCT', 'VALUE')) return
  const word = reader.take()
  reader.refuse(statementSentences.unsupportedClause(word.text), spanOf(word))
}

function parseProjection(reader: StatementReader): readonly Expression[] | undefined {
  if (reader.isKeyword('FROM')) throw syntaxFault('Cannot have empty SELECT list')
  let star = false
  const paths: Expression[] = []
  do {
    if (reader.acceptMark('*')) star = true
    else paths.push(parseProjected(reader))
  } while (reader.acceptMark(','))
  if (!star) return paths
  if (paths.length === 0) return undefined
  throw syntaxFault(
    "Other expressions may not be present in the select list when '*' is used without dot notation.",
  )
}

function parseProjected(reader: StatementReader): Expression {
  const expression = parseExpression(reader)
  refuseAlias(reader)
  return expression
}

/** With AS or without. */
function refuseAlias(reader: StatementReader): void {
  const named = reader.acceptKeyword('AS')
  const { kind } = reader.next
  if (kind !== 'name' && kind !== 'quoted') {
    if (named) throw syntaxFault('Expected identifier for AS-alias')
    return
  }
  reader.take()
  reader.refuse(statementSentences.aliasing)
}

function refuseClauses(reader: StatementReader): void {
  for (;;) {
    const clause = refusedClause(reader)
    if (clause === undefined) return
    // AWS: the reported position is that of the clause's argument.
    reader.refuse(statementSentences.unsupportedClause(clause), spanOf(reader.next))
    parseExpressions(reader)
  }
}

function refusedClause(reader: StatementReader): string | undefined {
  if (reader.isKeyword('LIMIT', 'OFFSET', 'HAVING')) return reader.take().text
  if (!reader.acceptKeyword('GROUP')) return undefined
  reader.acceptKeyword('PARTIAL')
  if (!reader.acceptKeyword('BY')) throw syntaxFault('Expected BY')
  return 'GROUP BY'
}

function parseOrderBy(reader: StatementReader): readonly OrderKeySyntax[] {
  if (!reader.acceptKeyword('ORDER')) return []
  if (!reader.acceptKeyword('BY')) throw syntaxFault('Expected BY')
  const keys = [parseOrderKey(reader)]
  while (reader.acceptMark(',')) keys.push(parseOrderKey(reader))
  return keys
}

function parseOrderKey(reader: StatementReader): OrderKeySyntax {
  const key = parseExpression(reader)
  const descending = reader.acceptKeyword('DESC')
  if (!descending) reader.acceptKeyword('ASC')
  return { key, descending }
}
