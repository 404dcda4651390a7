/** What IS tests: absence, or one of the types that PartiQL has a name for. */
import type { AttributeType } from '../../model/attribute-value.js'
import type { DocumentPath } from '../../model/document-path.js'
import { validation } from '../../model/errors.js'
import type { Condition } from '../../expressions/condition.js'
import { statementSentences } from '../sentences.js'

// AWS documents MISSING and NULL; the others follow from PartiQL's names for the same types.
const attributeTypes: Readonly<Record<string, readonly AttributeType[]>> = {
  NULL: ['NULL'],
  BOOL: ['BOOL'],
  BOOLEAN: ['BOOL'],
  STRING: ['S'],
  DECIMAL: ['N'],
  NUMERIC: ['N'],
  BLOB: ['B'],
  LIST: ['L'],
  STRUCT: ['M'],
  TUPLE: ['M'],
  BAG: ['SS', 'NS', 'BS'],
}

export function typeCondition(path: DocumentPath, name: string): Condition {
  if (name === 'MISSING') return { kind: 'not-exists', path }
  const types = attributeTypes[name]
  if (types === undefined) throw validation(statementSentences.unsupportedType(name))
  const conditions = types.map((type): Condition => ({
    kind: 'has-type',
    operand: { kind: 'path', path },
    type,
  }))
  return conditions.length === 1 ? conditions[0]! : { kind: 'or', conditions }
}
