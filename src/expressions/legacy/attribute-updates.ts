/**
 * AttributeUpdates: one action for each attribute, PUT by default. Unlike update expressions it
 * never reaches into documents, and its ADD also appends to lists.
 */
import { typeOf, type AttributeType, type AttributeValue } from '../../model/attribute-value.js'
import { checkAttributeName } from '../../model/attribute-name.js'
import { invalidParameter } from '../../model/errors.js'
import { readAttributeValue, type RawAttributeValue } from '../../model/read-attribute-value.js'
import type { Update, UpdateAction } from '../update.js'

export type AttributeAction = 'PUT' | 'ADD' | 'DELETE'

export interface AttributeUpdate {
  readonly Value?: RawAttributeValue
  readonly Action?: AttributeAction
}

export function readAttributeUpdates(updates: Readonly<Record<string, AttributeUpdate>>): Update {
  const actions = Object.entries(updates).map(([name, update]) => readAction(name, update))
  return { actions, style: 'legacy' }
}

function readAction(name: string, { Value, Action = 'PUT' }: AttributeUpdate): UpdateAction {
  checkAttributeName(name)
  const value = Value === undefined ? undefined : readAttributeValue(Value)
  if (value === undefined) {
    if (Action === 'DELETE') return { kind: 'remove', path: [name] }
    throw invalidParameter('Only DELETE action is allowed when no attribute value is specified')
  }
  checkType(Action, value)
  return { kind: kinds[Action], path: [name], operand: { kind: 'value', value } }
}

const kinds = { PUT: 'set', ADD: 'add', DELETE: 'delete' } as const

const sets: readonly AttributeType[] = ['SS', 'NS', 'BS']
const addable: readonly AttributeType[] = ['N', 'L', ...sets]

function checkType(action: AttributeAction, value: AttributeValue): void {
  const type = typeOf(value)
  if (action === 'DELETE' && !sets.includes(type)) {
    throw invalidParameter(`DELETE action with value is not supported for the type ${type}`)
  }
  if (action === 'ADD' && !addable.includes(type)) {
    throw invalidParameter(`ADD action is not supported for the type ${type}`)
  }
}
