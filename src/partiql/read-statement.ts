/**
 * From the text of a statement and its parameters to its meaning. Everything a statement can be
 * refused for without a table is refused here: first its syntax, then the number of parameters,
 * then what the service does not support, then values, operands and names in the order of the text.
 *
 * Only ValidationExceptions are thrown, whatever the text.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { validation } from '../model/errors.js'
import { unreachable } from '../stdx/assert.js'
import { Binding } from './read/binding.js'
import { operationName } from './operation-name.js'
import { statementSyntax } from './parse/parse-statement.js'
import { readWhere } from './read/read-where.js'
import { readSelect } from './read/read-select.js'
import { readInsertTarget, readSource, refuseIndex } from './read/read-source.js'
import { readActions } from './read/read-update.js'
import { requireItem } from './read/read-value.js'
import { statementSentences } from './sentences.js'
import type { Delete, Insert, Returning, Statement, UpdateStatement } from './statement.js'
import type {
  DeleteSyntax,
  InsertSyntax,
  ReturningSyntax,
  UpdateStatementSyntax,
} from './parse/syntax.js'

export function readStatement(
  text: string,
  parameters: readonly AttributeValue[] | undefined,
): Statement {
  const syntax = statementSyntax(text)
  const binding = new Binding(text, parameters ?? [], syntax.parameters)
  if (syntax.refusal !== undefined) throw validation(syntax.refusal)
  const { statement } = syntax
  switch (statement.kind) {
    case 'select':
      return readSelect(statement, binding)
    case 'exists':
      return { kind: 'exists', select: readSelect(statement.select, binding) }
    case 'insert':
      return readInsert(statement, binding)
    case 'update':
      return readUpdate(statement, binding)
    case 'delete':
      return readDelete(statement, binding)
    case 'expression':
      throw validation(statementSentences.unsupportedOperation(operationName(statement.expression)))
    default:
      return unreachable(statement)
  }
}

function readInsert({ source: target, value }: InsertSyntax, binding: Binding): Insert {
  const item = requireItem(value, binding)
  return { kind: 'insert', source: readInsertTarget(target, binding), item }
}

function readUpdate(syntax: UpdateStatementSyntax, binding: Binding): UpdateStatement {
  const source = readSource(syntax.source, binding)
  const actions = readActions(syntax.actions, binding)
  const where = syntax.where && readWhere(syntax.where, binding)
  refuseIndex(source)
  return { kind: 'update', source, actions, where, returning: readReturning(syntax.returning) }
}

function readDelete(syntax: DeleteSyntax, binding: Binding): Delete {
  const source = readSource(syntax.source, binding)
  const where = syntax.where && readWhere(syntax.where, binding)
  if (syntax.returning !== undefined) requireAllOld(syntax.returning)
  refuseIndex(source)
  return { kind: 'delete', source, where, returning: readReturning(syntax.returning) }
}

function requireAllOld({ extent, image }: ReturningSyntax): void {
  if (extent === 'ALL' && image === 'OLD') return
  throw validation(statementSentences.deleteReturning(`RETURNING ${extent} ${image} *`))
}

function readReturning(syntax: ReturningSyntax | undefined): Returning | undefined {
  if (syntax === undefined) return undefined
  return {
    extent: syntax.extent === 'ALL' ? 'all' : 'modified',
    image: syntax.image === 'OLD' ? 'old' : 'new',
  }
}
