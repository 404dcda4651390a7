/**
 * Key conditions against the key they are about: which stretch of the target they select, or the
 * service's sentence about why they select none.
 */
import type { KeyCondition } from '../expressions/key-conditions.js'
import { typeOf, type AttributeValue } from '../model/attribute-value.js'
import { invalidParameter, parameterNotValid, validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { KeyAttribute } from '../model/key-schema.js'
import { boundedRange, prefixRange } from '../storage/key-range.js'
import type { KeyRange } from '../storage/keyspace.js'
import { emptyKeyValue } from './primary-key.js'
import type { ReadTarget } from './read-target.js'

export interface KeySelection {
  readonly range: KeyRange
  /** The partition that was asked for. */
  readonly partition: Item
  /** The condition on the last sort attribute that has one; undefined when none has. */
  readonly sortCondition: KeyCondition | undefined
}

export function selectKeys(target: ReadTarget, conditions: readonly KeyCondition[]): KeySelection {
  const byName = new Map(conditions.map((condition) => [condition.attribute, condition]))
  requireKeyAttributes(target, byName)
  for (const attribute of [...target.partition, ...target.sort]) {
    const condition = byName.get(attribute.name)
    if (condition !== undefined) requireFits(attribute, condition)
  }
  const partition = partitionOf(target, byName)
  const prefix = target.partitionPrefix(partition)
  return { partition, ...selectSort(target, prefix, byName) }
}

type Conditions = ReadonlyMap<string, KeyCondition>

function requireKeyAttributes(target: ReadTarget, conditions: Conditions): void {
  if (conditions.size > target.partition.length + target.sort.length) throw notSupported()
  for (const { name } of target.partition) if (!conditions.has(name)) throw missed(name)
  const used = target.sort.filter(({ name }) => conditions.has(name))
  if (target.partition.length + used.length === conditions.size) return
  // Some condition is about an attribute that is no part of this key.
  const next = target.sort.find(({ name }) => !conditions.has(name))
  throw next === undefined ? notSupported() : missed(next.name)
}

function requireFits({ name, type }: KeyAttribute, condition: KeyCondition): void {
  for (const value of valuesOf(condition)) {
    if (typeOf(value) !== type) {
      throw invalidParameter('Condition parameter type does not match schema type')
    }
    const empty = emptyKeyValue(value)
    if (empty !== undefined) throw parameterNotValid(`${empty} Key: ${name}`)
  }
}

function valuesOf(condition: KeyCondition): readonly AttributeValue[] {
  return condition.kind === 'between' ? [condition.lower, condition.upper] : [condition.value]
}

function partitionOf(target: ReadTarget, conditions: Conditions): Item {
  const entries = target.partition.map(({ name }): [string, AttributeValue] => {
    const condition = conditions.get(name)!
    if (condition.kind !== '=') throw notSupported()
    return [name, condition.value]
  })
  return Object.fromEntries(entries)
}

/** Sort attributes are used from the left; all but the last used one by equality. */
function selectSort(
  { sort, layout }: ReadTarget,
  partitionPrefix: Buffer,
  conditions: Conditions,
): Pick<KeySelection, 'range' | 'sortCondition'> {
  let prefix = partitionPrefix
  let range = prefixRange(prefix)
  let last: KeyCondition | undefined
  for (const attribute of sort) {
    const condition = conditions.get(attribute.name)
    if (condition === undefined) {
      requireNoneAfter(sort, attribute, conditions)
      break
    }
    if (last !== undefined && last.kind !== '=') throw notSupported()
    range = boundedRange(layout, prefix, attribute, condition)
    prefix = range.from
    last = condition
  }
  return { range, sortCondition: last }
}

function requireNoneAfter(
  sort: readonly KeyAttribute[],
  missing: KeyAttribute,
  conditions: Conditions,
): void {
  const later = sort.slice(sort.indexOf(missing) + 1).find(({ name }) => conditions.has(name))
  if (later === undefined) return
  throw validation(
    `RANGE key attributes ${missing.name} must have equality conditions specified in the query because a condition is present on key attribute ${later.name}`,
  )
}

function missed(name: string) {
  return validation(`Query condition missed key schema element: ${name}`)
}

function notSupported() {
  return validation('Query key condition not supported')
}
