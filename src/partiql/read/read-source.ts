/** The table that a statement reads or writes, or for SELECT an index of it. */
import { validation } from '../../model/errors.js'
import type { Binding } from './binding.js'
import { statementSentences } from '../sentences.js'
import type { Source } from '../statement.js'
import type { Expression, PathExpression } from '../parse/syntax.js'

export function readSource(expression: Expression, binding: Binding): Source {
  const names = namesOf(expression, binding)
  if (names.length > 2) throw validation(statementSentences.sourceTooLong)
  if (names.includes('')) throw validation(statementSentences.sourceEmpty)
  return { table: names[0]!, index: names[1] }
}

/**
 * AWS: the sentence for INSERT differs from the one for UPDATE and DELETE, and includes the
 * position.
 */
export function readInsertTarget(path: PathExpression, binding: Binding): Source {
  if (path.steps.length > 1) throw binding.fault(statementSentences.sourceNotTable, path.span)
  return readSource(path, binding)
}

/** AWS: reported after the faults of the statement's conditions. */
export function refuseIndex({ index }: Source): void {
  if (index !== undefined) throw validation(statementSentences.writeOnIndex)
}

function namesOf(expression: Expression, binding: Binding): readonly string[] {
  if (expression.kind !== 'path') {
    throw binding.fault(statementSentences.pathComponent, expression.span)
  }
  return expression.steps.map((step) => {
    if (step.kind === 'name') return step.name
    throw binding.fault(statementSentences.pathComponent, step.span)
  })
}
