/** SELECT: what it projects under which names, what it reads, in which order. */
import { validation, type ServiceError } from '../../model/errors.js'
import type { DocumentPath } from '../../model/document-path.js'
import type { Binding } from './binding.js'
import { readWhere } from './read-where.js'
import { requirePath } from './read-path.js'
import { readSource } from './read-source.js'
import { statementSentences } from '../sentences.js'
import type { OrderKey, ProjectedPath, Select } from '../statement.js'
import type { Expression, OrderKeySyntax, SelectSyntax } from '../parse/syntax.js'

export function readSelect(syntax: SelectSyntax, binding: Binding): Select {
  const projectionFault = countingFault(syntax, binding)
  const projection =
    projectionFault === undefined && syntax.projection
      ? readProjection(syntax.projection, binding)
      : undefined
  const source = readSource(syntax.source, binding)
  if (projectionFault !== undefined && source.index === undefined) throw projectionFault
  const where = syntax.where && readWhere(syntax.where, binding)
  const orderBy = readOrder(syntax, binding)
  return { kind: 'select', source, projection, projectionFault, where, orderBy }
}

function countingFault(
  { projection: [first] = [] }: SelectSyntax,
  binding: Binding,
): ServiceError | undefined {
  if (first?.kind !== 'call' || first.name !== 'count') return undefined
  return binding.fault(statementSentences.pathComponent, first.span)
}

function readProjection(
  expressions: readonly Expression[],
  binding: Binding,
): readonly ProjectedPath[] {
  const names = new Set<string>()
  return expressions.map((expression) => {
    const path = requirePath(expression, binding)
    const resultName = resultNameOf(path)
    if (names.has(resultName)) {
      throw validation(statementSentences.duplicateIdentifiers(resultName))
    }
    names.add(resultName)
    return { path, resultName }
  })
}

/** AWS: the last name, with the positions after it. */
function resultNameOf(path: DocumentPath): string {
  const last = path.findLastIndex((element) => typeof element === 'string')
  const positions = path.slice(last + 1).map((position) => `[${position}]`)
  return `${path[last]}${positions.join('')}`
}

function readOrder({ where, orderBy }: SelectSyntax, binding: Binding): readonly OrderKey[] {
  if (orderBy.length > 0 && where === undefined) {
    throw validation(statementSentences.orderWithoutWhere)
  }
  return orderBy.map((key) => readOrderKey(key, binding))
}

function readOrderKey({ key, descending }: OrderKeySyntax, binding: Binding): OrderKey {
  const path = requirePath(key, binding)
  // Key attributes are always top-level.
  if (path.length > 1) throw validation(statementSentences.orderByNoKey(path.join('.')))
  return { attribute: path[0], descending }
}
