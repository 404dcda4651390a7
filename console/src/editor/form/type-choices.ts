import type { Choice } from '../../design/inputs.js'
import type { ValueType } from '../../values/attribute-value.js'

const typeNames: Readonly<Record<ValueType, string>> = {
  S: 'String',
  N: 'Number',
  B: 'Binary',
  BOOL: 'Boolean',
  NULL: 'Null',
  M: 'Map',
  L: 'List',
  SS: 'String set',
  NS: 'Number set',
  BS: 'Binary set',
}

export function typeName(type: ValueType): string {
  return typeNames[type]
}

export const typeChoices: readonly Choice<ValueType>[] = Object.entries(typeNames).map(
  ([value, label]) => ({ value: value as ValueType, label }),
)
