/**
 * Compares key conditions with the target's key: which stretch of the target they select, or the
 * service's sentence about why they select none.
 *
 * AWS: the key is checked attribute by attribute, and for each one the start key is checked before
 * the condition; so the first fault of the first attribute is reported.
 */
import type { KeyCondition } from '../../expressions/key-conditions.js'
import { typeOf, type AttributeValue } from '../../model/attribute-value.js'
import { invalidParameter, parameterNotValid, validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { partitionKeyBytesMax, sortKeyBytesMax } from '../../model/limits.js'
import { boundedRange, prefixRange } from '../../storage/key-range.js'
import type { KeyRange } from '../../storage/keyspace.js'
import { emptyKeyValue, keyBytes, partitionKeyTooLong, sortKeyTooLong } from '../primary-key.js'
import type { ReadTarget } from './read-target.js'
import { requireStartPart } from './start-key.js'

export interface KeySelection {
  readonly range: KeyRange
  /** The attributes of the requested partition. */
  readonly partition: Item
  /** Whether any sort attribute has a condition. */
  readonly sorted: boolean
  /** Whether at most one item has such a key. */
  readonly single: boolean
}

export function selectKeys(
  target: ReadTarget,
  conditions: readonly KeyCondition[],
  start: Item | undefined,
): KeySelection {
  const byName = new Map(conditions.map((condition) => [condition.attribute, condition]))
  const partition = Object.fromEntries(
    target.partition.map((attribute) => {
      if (start !== undefined) requireStartPart(attribute, start)
      requireCountFits(target, byName)
      return [attribute.name, requirePartitionValue(target, attribute, byName)]
    }),
  )
  for (const attribute of target.sort) {
    if (start !== undefined) requireStartPart(attribute, start)
    requireSortCondition(target, attribute, byName)
  }
  requireLengths(target, byName)
  return { partition, ...selectSort(target, target.partitionPrefix(partition), byName) }
}

type Conditions = ReadonlyMap<string, KeyCondition>
type Bound = Exclude<KeyCondition, { readonly kind: 'not-indexable' }>

function requireCountFits({ partition, sort }: ReadTarget, { size }: Conditions): void {
  const attributes = partition.length + sort.length
  if (size <= attributes) return
  if (size === 2) throw notSupported()
  throw validation(
    `The number of query conditions (${size}) exceeds the number of key attributes defined in the schema (${attributes})`,
  )
}

function requirePartitionValue(
  { partition }: ReadTarget,
  attribute: KeyAttribute,
  conditions: Conditions,
): AttributeValue {
  const condition = conditions.get(attribute.name)
  const bound = condition && requireBound(attribute, condition)
  if (partition.length > 1) requireEqualParts(partition, conditions)
  if (bound === undefined) throw missed(attribute.name)
  if (bound.kind !== '=') throw notSupported()
  requireNotEmpty(bound)
  return bound.value
}

/** AWS: keys whose partition has several attributes have a sentence of their own. */
function requireEqualParts(partition: readonly KeyAttribute[], conditions: Conditions): void {
  const loose = notEqual(partition, conditions)
  if (loose === '') return
  throw validation(
    `HASH key attributes ${loose} must have equality conditions specified in the query`,
  )
}

function requireSortCondition(
  target: ReadTarget,
  attribute: KeyAttribute,
  conditions: Conditions,
): void {
  const condition = conditions.get(attribute.name)
  if (condition !== undefined) requireNotEmpty(requireBound(attribute, condition))
  requireEqualsBeforeLast(target.sort, conditions)
  if (condition === undefined && namesOtherAttribute(target, conditions))
    throw missed(attribute.name)
}

function requireBound({ type }: KeyAttribute, condition: KeyCondition): Bound {
  if (condition.kind === 'not-indexable') {
    throw validation('Attempted conditional constraint is not an indexable operation')
  }
  if (valuesOf(condition).some((value) => typeOf(value) !== type)) {
    throw invalidParameter('Condition parameter type does not match schema type')
  }
  return condition
}

function requireNotEmpty(condition: Bound): void {
  for (const value of valuesOf(condition)) {
    const empty = emptyKeyValue(value)
    if (empty !== undefined) throw parameterNotValid(`${empty} Key: ${condition.attribute}`)
  }
}

function valuesOf(condition: Bound): readonly AttributeValue[] {
  return condition.kind === 'between' ? [condition.lower, condition.upper] : [condition.value]
}

/** Sort attributes are used from the left, and all but the last of them by equality. */
function requireEqualsBeforeLast(sort: readonly KeyAttribute[], conditions: Conditions): void {
  const last = sort.findLast(({ name }) => conditions.has(name))
  if (last === undefined) return
  const loose = notEqual(sort.slice(0, sort.indexOf(last)), conditions)
  if (loose === '') return
  throw validation(
    `RANGE key attributes ${loose} must have equality conditions specified in the query because a condition is present on key attribute ${last.name}`,
  )
}

/** The names of the attributes without a condition of equality, joined. */
function notEqual(attributes: readonly KeyAttribute[], conditions: Conditions): string {
  return attributes
    .filter(({ name }) => conditions.get(name)?.kind !== '=')
    .map(({ name }) => name)
    .join(', ')
}

/** Whether some condition is about an attribute that is not part of this key. */
function namesOtherAttribute({ partition, sort }: ReadTarget, conditions: Conditions): boolean {
  const names = new Set([...partition, ...sort].map(({ name }) => name))
  return [...conditions.keys()].some((name) => !names.has(name))
}

/** No key can be this long, and such a bound could not be encoded. */
function requireLengths({ partition, sort }: ReadTarget, conditions: Conditions): void {
  if (totalBytes(partition, conditions) > partitionKeyBytesMax) throw partitionKeyTooLong()
  if (totalBytes(sort, conditions) > sortKeyBytesMax) throw sortKeyTooLong()
}

function totalBytes(attributes: readonly KeyAttribute[], conditions: Conditions): number {
  return attributes.reduce((sum, { name }) => {
    const bound = conditions.get(name) as Bound | undefined
    return sum + (bound === undefined ? 0 : Math.max(...valuesOf(bound).map(keyBytes)))
  }, 0)
}

function selectSort(
  { index, sort, layout }: ReadTarget,
  partitionPrefix: Buffer,
  conditions: Conditions,
): Omit<KeySelection, 'partition'> {
  let range = prefixRange(partitionPrefix)
  let prefix = partitionPrefix
  let used = 0
  let equal = true
  for (const attribute of sort) {
    const bound = conditions.get(attribute.name) as Bound | undefined
    if (bound === undefined) break
    range = boundedRange(layout, prefix, attribute, bound)
    prefix = range.from
    used++
    equal &&= bound.kind === '='
  }
  return { range, sorted: used > 0, single: index === undefined && equal && used === sort.length }
}

function missed(name: string) {
  return validation(`Query condition missed key schema element: ${name}`)
}

function notSupported() {
  return validation('Query key condition not supported')
}
