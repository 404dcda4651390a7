/** Document paths as statements write them: names, and positions in lists as plain integers. */
import { normalizeNumber } from '../../model/decimal.js'
import type { DocumentPath, PathElement } from '../../model/document-path.js'
import { validation } from '../../model/errors.js'
import { documentPathLevelsMax, listIndexMax } from '../../model/limits.js'
import { sentences } from '../../expressions/sentences.js'
import type { Binding } from './binding.js'
import { statementSentences } from '../sentences.js'
import type { Expression, PathExpression, PathStep } from '../parse/syntax.js'

/** Throws if the expression is not a path. */
export function requirePath(expression: Expression, binding: Binding): DocumentPath {
  if (expression.kind === 'path') return readPath(expression, binding)
  throw binding.fault(statementSentences.pathComponent, expression.span)
}

export function readPath(path: PathExpression, binding: Binding): DocumentPath {
  const elements = path.steps.map((step) => readStep(step, binding))
  if (elements.length > documentPathLevelsMax) {
    throw validation(sentences.pathTooDeep(elements.length))
  }
  return elements as unknown as DocumentPath
}

function readStep(step: PathStep, binding: Binding): PathElement {
  if (step.kind === 'name') return readName(step.name)
  if (step.kind === 'wildcard' || step.index.kind !== 'number') {
    throw binding.fault(statementSentences.pathComponent, step.span)
  }
  return readIndex(step.index, binding)
}

function readName(name: string): string {
  if (name === '') throw validation(statementSentences.sourceEmpty)
  return name
}

function readIndex(
  { text, span }: { readonly text: string; readonly span: PathStep['span'] },
  binding: Binding,
): number {
  const normal = normalizeNumber(text)
  const index = 'text' in normal ? Number(normal.text) : -1
  // Minus zero is zero.
  if (Number.isInteger(index) && index >= 0 && index <= listIndexMax) return Math.abs(index)
  throw binding.fault(sentences.indexTooLarge(text), span)
}
