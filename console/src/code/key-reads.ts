/**
 * Which reads by key a condition asks for. The service splits a WHERE into branches of which one
 * must hold; if every branch pins the partition, it reads those partitions, else everything.
 */
import { sameValue } from '../values/compare-values.js'
import { conditionAttributes } from './statement-conditions.js'
import type { KnownValue, StatementCondition } from './statement-syntax.js'

/** The key of a table or index, by the names of its attributes. */
export interface KeyNames {
  readonly partition: readonly string[]
  readonly sort: readonly string[]
}

export interface KeyRead {
  /** Values of the key's attributes that must be equal; a value may not be known yet. */
  readonly equals: ReadonlyMap<string, KnownValue>
  /** Whether the whole key is pinned, so that one item at most is read. */
  readonly isSingle: boolean
  /** Whether the sort key narrows it. */
  readonly usesSort: boolean
}

/** More branches than any statement may have are not listed. */
const branchesMax = 1000

interface Bound {
  readonly attribute: string
  readonly isEqual: boolean
  readonly value: KnownValue
}

type Branch = readonly Bound[]

/** Undefined if everything has to be read. */
export function keyReads(
  key: KeyNames,
  where: StatementCondition | undefined,
): readonly KeyRead[] | undefined {
  if (where === undefined || key.partition.length === 0) return undefined
  if (!key.partition.every((name) => isPinned(where, name))) return undefined
  const names = new Set([...key.partition, ...key.sort])
  if (countBranches(where, names) > branchesMax) return undefined
  const branches = branchesOf(where, names)
  if (branches.some((branch) => key.partition.some((name) => contradicts(branch, name)))) {
    return undefined
  }
  return branches.map((branch) => readOf(branch, key))
}

/** Attributes of the condition that are not part of the key: read first, then filtered. */
export function filterAttributes(key: KeyNames, where: StatementCondition | undefined) {
  const names = where === undefined ? [] : conditionAttributes(where)
  const isKey = (name: string) => key.partition.includes(name) || key.sort.includes(name)
  return [...new Set(names)].filter((name) => !isKey(name))
}

/** In an AND some part must pin it, in an OR every part. */
function isPinned(condition: StatementCondition, name: string): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.some((part) => isPinned(part, name))
    case 'or':
      return condition.parts.every((part) => isPinned(part, name))
    case 'compare':
      return condition.attribute === name && condition.comparator === '='
    case 'in':
      return condition.attribute === name
    default:
      return false
  }
}

function touchesKey(condition: StatementCondition, names: ReadonlySet<string>): boolean {
  if ('parts' in condition) return condition.parts.some((part) => touchesKey(part, names))
  return condition.kind !== 'filter' && names.has(condition.attribute)
}

function countBranches(condition: StatementCondition, names: ReadonlySet<string>): number {
  if (condition.kind === 'and') {
    return condition.parts.reduce((product, part) => product * countBranches(part, names), 1)
  }
  if (condition.kind === 'or' && touchesKey(condition, names)) {
    return condition.parts.reduce((sum, part) => sum + countBranches(part, names), 0)
  }
  return condition.kind === 'in' && names.has(condition.attribute) ? condition.values.length : 1
}

function branchesOf(condition: StatementCondition, names: ReadonlySet<string>): readonly Branch[] {
  switch (condition.kind) {
    case 'and':
      return condition.parts
        .map((part) => branchesOf(part, names))
        .reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])))
    case 'or':
      if (!touchesKey(condition, names)) return [[]]
      return condition.parts.flatMap((part) => branchesOf(part, names))
    case 'filter':
      return [[]]
    default:
      return names.has(condition.attribute) ? boundsOf(condition) : [[]]
  }
}

function boundsOf(
  condition: Exclude<StatementCondition, { readonly kind: 'and' | 'or' | 'filter' }>,
): readonly Branch[] {
  const { attribute } = condition
  if (condition.kind === 'in') {
    return condition.values.map((value) => [{ attribute, isEqual: true, value }])
  }
  if (condition.kind !== 'compare') return [[{ attribute, isEqual: false, value: undefined }]]
  const { comparator, value } = condition
  return [[{ attribute, isEqual: comparator === '=', value }]]
}

/** A branch that asks for two values of one partition attribute is not read by key. */
function contradicts(branch: Branch, name: string): boolean {
  const values = branch.flatMap(({ attribute, isEqual, value }) =>
    attribute === name && isEqual && value !== undefined ? [value] : [],
  )
  return values.some((value) => !sameValue(value, values[0]!))
}

function readOf(branch: Branch, { partition, sort }: KeyNames): KeyRead {
  const equals = new Map<string, KnownValue>()
  for (const { attribute, isEqual, value } of branch) {
    if (isEqual && !equals.has(attribute)) equals.set(attribute, value)
  }
  const isSingle = [...partition, ...sort].every((name) => equals.has(name))
  const usesSort = branch.some(({ attribute }) => sort[0] === attribute)
  return { equals, isSingle, usesSort }
}
