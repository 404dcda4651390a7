/**
 * Splits a WHERE into the equalities that pin key attributes and the rest.
 *
 * Only conditions joined by AND at the top level count: an equality inside OR or NOT, or inside a
 * function, pins nothing. Whether the values fit the key is not checked here.
 */
import type { AttributeValue } from '../../model/attribute-value.js'
import type { Condition, Operand } from '../../expressions/condition.js'
import { keyAttributes, type KeySchema } from '../../model/key-schema.js'

export interface KeyedWhere {
  /**
   * The values that each key attribute must equal, as written; attributes without one are absent.
   */
  readonly equalities: ReadonlyMap<string, readonly AttributeValue[]>
  readonly rest: readonly Condition[]
}

export function splitWhere(schema: KeySchema, where: Condition | undefined): KeyedWhere {
  const names = new Set(keyAttributes(schema).map(({ name }) => name))
  const equalities = new Map<string, AttributeValue[]>()
  const rest: Condition[] = []
  for (const condition of conjunctsOf(where)) {
    const equality = equalityIn(condition)
    if (equality === undefined || !names.has(equality.name)) {
      rest.push(condition)
      continue
    }
    const values = equalities.get(equality.name)
    if (values === undefined) equalities.set(equality.name, [equality.value])
    else values.push(equality.value)
  }
  return { equalities, rest }
}

/** The conditions that must all hold, in the order they were written. */
export function conjunctsOf(where: Condition | undefined): readonly Condition[] {
  const conjuncts: Condition[] = []
  const waiting = where === undefined ? [] : [where]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind !== 'and') conjuncts.push(next)
    else for (let i = next.conditions.length - 1; i >= 0; i--) waiting.push(next.conditions[i]!)
  }
  return conjuncts
}

export interface Equality {
  readonly name: string
  readonly value: AttributeValue
}

/** A whole attribute compared with a value, in either order. */
export function equalityIn(condition: Condition): Equality | undefined {
  if (condition.kind !== 'comparison' || condition.comparator !== '=') return undefined
  const { left, right } = condition
  return equalityOf(left, right) ?? equalityOf(right, left)
}

export function equalityOf(one: Operand, other: Operand): Equality | undefined {
  if (one.kind !== 'path' || one.path.length > 1 || other.kind !== 'value') return undefined
  return { name: one.path[0], value: other.value }
}
