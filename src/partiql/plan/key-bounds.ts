/**
 * What a condition says about a key: an attribute compared with constants, in a way that selects a
 * stretch of a table or index. All other conditions become filters.
 */
import type { Comparator, Condition, Operand } from '../../expressions/condition.js'
import type { KeyComparator, KeyCondition } from '../../expressions/key-conditions.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import type { ReadTarget } from '../../items/read/read-target.js'
import { assert, unreachable } from '../../stdx/assert.js'

/** The attributes of a key that a WHERE can make use of. */
export interface UsableKey {
  readonly partition: ReadonlySet<string>
  readonly sort: ReadonlySet<string>
}

/**
 * The bounds of which one must hold for the condition to hold: several for IN, one otherwise.
 * Undefined if the condition does not select by the key.
 */
export function keyBounds(
  condition: Condition,
  { partition, sort }: UsableKey,
): readonly KeyCondition[] | undefined {
  const bounds = boundsIn(condition)
  const [first] = bounds ?? []
  if (first === undefined) return undefined
  if (sort.has(first.attribute)) return bounds
  // AWS: a range on the partition key does not select by key, it filters.
  return partition.has(first.attribute) && first.kind === '=' ? bounds : undefined
}

function boundsIn(condition: Condition): readonly KeyCondition[] | undefined {
  switch (condition.kind) {
    case 'comparison':
      return one(comparisonBound(condition.comparator, condition.left, condition.right))
    case 'between':
      return one(betweenBound(condition.operand, condition.lower, condition.upper))
    case 'begins-with':
      return one(equalOrPrefix('begins-with', condition.operand, condition.prefix))
    case 'in':
      return inBounds(condition.operand, condition.candidates)
    default:
      return undefined
  }
}

function one(bound: KeyCondition | undefined): readonly KeyCondition[] | undefined {
  return bound === undefined ? undefined : [bound]
}

function comparisonBound(
  comparator: Comparator,
  left: Operand,
  right: Operand,
): KeyCondition | undefined {
  if (comparator === '<>') return undefined
  return equalOrPrefix(comparator, left, right) ?? equalOrPrefix(turned[comparator], right, left)
}

/** `5 < a` means `a > 5`. */
const turned: Readonly<Record<KeyComparator, KeyComparator>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function equalOrPrefix(
  kind: KeyComparator | 'begins-with',
  operand: Operand,
  constant: Operand,
): KeyCondition | undefined {
  const attribute = attributeIn(operand)
  if (attribute === undefined || constant.kind !== 'value') return undefined
  return { kind, attribute, value: constant.value }
}

function betweenBound(operand: Operand, lower: Operand, upper: Operand): KeyCondition | undefined {
  const attribute = attributeIn(operand)
  if (attribute === undefined || lower.kind !== 'value' || upper.kind !== 'value') return undefined
  return { kind: 'between', attribute, lower: lower.value, upper: upper.value }
}

function inBounds(
  operand: Operand,
  candidates: readonly Operand[],
): readonly KeyCondition[] | undefined {
  const bounds = candidates.map((candidate) => equalOrPrefix('=', operand, candidate))
  return bounds.every((bound) => bound !== undefined) ? bounds : undefined
}

/** The name, if the operand is a whole attribute. */
function attributeIn(operand: Operand): string | undefined {
  return operand.kind === 'path' && operand.path.length === 1 ? operand.path[0] : undefined
}

export function valuesOf(bound: KeyCondition): readonly AttributeValue[] {
  if (bound.kind === 'not-indexable') return []
  return bound.kind === 'between' ? [bound.lower, bound.upper] : [bound.value]
}

/** The condition that a bound came from; for IN, only the part for this bound. */
export function conditionOf(bound: KeyCondition): Condition {
  const operand = { kind: 'path', path: [bound.attribute] } as const
  const [first, last] = valuesOf(bound).map((value) => ({ kind: 'value', value }) as const)
  assert(first !== undefined, 'a bound has a value', { kind: bound.kind })
  switch (bound.kind) {
    case 'between':
      return { kind: 'between', operand, lower: first, upper: last! }
    case 'begins-with':
      return { kind: 'begins-with', operand, prefix: first }
    case 'not-indexable':
      return unreachable(bound as never)
    default:
      return { kind: 'comparison', comparator: bound.kind, left: operand, right: first }
  }
}

/**
 * The part of the target's key that a WHERE can use if it pins these attributes; undefined if some
 * partition attribute is not pinned. A sort attribute is usable if all attributes before it are
 * pinned.
 */
export function usableKey(
  { partition, sort }: ReadTarget,
  pinned: ReadonlySet<string>,
): UsableKey | undefined {
  if (!partition.every(({ name }) => pinned.has(name))) return undefined
  const firstOpen = sort.findIndex(({ name }) => !pinned.has(name))
  const usable = firstOpen < 0 ? sort : sort.slice(0, firstOpen + 1)
  return {
    partition: new Set(partition.map(({ name }) => name)),
    sort: new Set(usable.map(({ name }) => name)),
  }
}
