/** Which values a WHERE lets an attribute have, if it names them. */
import type { Condition } from '../expressions/condition.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { keyBounds } from './plan/key-bounds.js'

/** By `=` or IN, in every branch; undefined where some branch lets the attribute have any value. */
export function pinnedValues(
  where: Condition | undefined,
  attribute: string,
): readonly AttributeValue[] | undefined {
  if (where?.kind === 'and') return firstDefined(partsOf(where.conditions, attribute))
  if (where?.kind === 'or') return allDefined(partsOf(where.conditions, attribute))
  const key = { partition: new Set([attribute]), sort: new Set<string>() }
  const bounds = where && keyBounds(where, key)
  return bounds?.flatMap((bound) => (bound.kind === '=' ? [bound.value] : []))
}

type Pinned = readonly AttributeValue[] | undefined

function partsOf(conditions: readonly Condition[], attribute: string): readonly Pinned[] {
  return conditions.map((condition) => pinnedValues(condition, attribute))
}

function firstDefined(parts: readonly Pinned[]): Pinned {
  return parts.find((part) => part !== undefined)
}

function allDefined(parts: readonly Pinned[]): Pinned {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}
