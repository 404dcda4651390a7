/**
 * The stretches of a table or index that a WHERE selects by key, in key order: one for each branch,
 * if every branch pins the partition.
 *
 * AWS: branches that would read an item twice are refused, unless one of them has a negated
 * condition on the sort key; those are read together, and their union is the answer.
 */
import { compareValues, valuesEqual } from '../../model/compare-values.js'
import type { Condition } from '../../expressions/condition.js'
import { conditionPaths } from '../../expressions/condition-paths.js'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import type { ReadTarget } from '../../items/read/read-target.js'
import { filterNotProjected, lackingForFilter } from '../../items/read/select-attributes.js'
import {
  isEmpty,
  overlap,
  partitionStretch,
  span,
  type PartitionStretch,
} from '../../items/read/stretch.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import { validation, type ServiceError } from '../../model/errors.js'
import { attributeOf, type Item } from '../../model/item.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { comparedBranchesMax, decomposedReadsMax, narrowingBoundsMax } from '../limits.js'
import {
  allBounds,
  branchesOf,
  countBranches,
  pinnedAttributes,
  type Branch,
  type BranchBound,
} from './branches.js'
import { usableKey, valuesOf, type UsableKey } from './key-bounds.js'
import { checkKeyType } from './key-values.js'

/**
 * Undefined if some branch of the WHERE does not pin the partition, so that everything must be
 * scanned.
 */
export function keyedStretches(
  target: ReadTarget,
  where: Condition,
): readonly PartitionStretch[] | undefined {
  const attributes = [...target.partition, ...target.sort]
  const pinned = pinnedAttributes(where, new Set(attributes.map(({ name }) => name)))
  const key = usableKey(target, pinned)
  if (key === undefined) return undefined
  for (const bound of allBounds(where, key)) requireKeyTypes(attributes, bound)
  if (countBranches(where, key) > comparedBranchesMax) throw tooManyReads()
  const branches = branchesOf(where, key)
  if (branches.some((branch) => contradictsItself(branch, key))) return undefined
  const planned = branches.map((branch) => planBranch(target, branch))
  const stretches = joinOverlapping(target, planned)
  if (branches.length > decomposedReadsMax) throw tooManyReads()
  requireProjectedFilters(target, stretches)
  return stretches
}

/** The bound must be about one of the attributes. */
function requireKeyTypes(attributes: readonly KeyAttribute[], bound: KeyCondition): void {
  const attribute = attributes.find(({ name }) => name === bound.attribute)!
  for (const value of valuesOf(bound)) checkKeyType(attribute, value)
}

/** A stretch, and the branch or branches it came from. */
interface Planned {
  readonly stretch: PartitionStretch
  /** The full conditions of the branches, including what the stretch covers; rarely needed. */
  readonly whole: () => Condition
  /** Whether some branch negates a condition on the sort key. */
  readonly loose: boolean
}

function planBranch(target: ReadTarget, { bounds, rest }: Branch): Planned {
  const { narrowing, spare } = splitBounds(bounds)
  const filter = conjunction([...spare, ...rest])
  return {
    stretch: partitionStretch(target, narrowing, filter),
    whole: () => conjunction([...bounds.map(({ condition }) => condition), ...rest])!,
    loose: rest.some((condition) => negatesSort(target, condition)),
  }
}

/**
 * Every bound that narrows costs some work in every branch, and a statement can have a thousand.
 */
function splitBounds(bounds: readonly BranchBound[]) {
  const counts = new Map<string, number>()
  const narrowing: KeyCondition[] = []
  const spare: Condition[] = []
  for (const { bound, condition } of bounds) {
    const count = counts.get(bound.attribute) ?? 0
    counts.set(bound.attribute, count + 1)
    if (count < narrowingBoundsMax) narrowing.push(bound)
    else spare.push(condition)
  }
  return { narrowing, spare }
}

function conjunction(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { kind: 'and', conditions } : conditions[0]
}

function negatesSort({ sort }: ReadTarget, condition: Condition): boolean {
  const negative =
    condition.kind === 'not' || (condition.kind === 'comparison' && condition.comparator === '<>')
  if (!negative) return false
  return conditionPaths(condition).some(([first]) => sort.some(({ name }) => name === first))
}

/** AWS: a branch that requires two values of one partition attribute counts as not keyed. */
function contradictsItself({ bounds }: Branch, { partition }: UsableKey): boolean {
  const wanted = new Map<string, AttributeValue>()
  for (const { bound } of bounds) {
    if (bound.kind !== '=' || !partition.has(bound.attribute)) continue
    const before = wanted.get(bound.attribute)
    if (before !== undefined && !valuesEqual(before, bound.value)) return true
    wanted.set(bound.attribute, bound.value)
  }
  return false
}

/** Returns them in key order. */
function joinOverlapping(
  target: ReadTarget,
  planned: readonly Planned[],
): readonly PartitionStretch[] {
  const inOrder = planned.toSorted((a, b) => compareStretches(target, a.stretch, b.stretch))
  const joined: Planned[] = []
  // Without the empty ones, stretches that overlap are adjacent.
  for (const next of inOrder.filter(({ stretch }) => !isEmpty(stretch.range))) {
    const before = joined.at(-1)
    if (before === undefined || !readSameItems(target, before.stretch, next.stretch)) {
      joined.push(next)
    } else if (before.loose || next.loose) {
      joined[joined.length - 1] = join(before, next)
    } else {
      throw validation('Overlapping conditions with range keys are not supported in where clause')
    }
  }
  const empty = inOrder.filter(({ stretch }) => isEmpty(stretch.range))
  return [...joined, ...empty]
    .map(({ stretch }) => stretch)
    .sort((a, b) => compareStretches(target, a, b))
}

function readSameItems(target: ReadTarget, a: PartitionStretch, b: PartitionStretch): boolean {
  return comparePartitions(target, a.partition, b.partition) === 0 && overlap(a.range, b.range)
}

function join(a: Planned, b: Planned): Planned {
  const whole: Condition = { kind: 'or', conditions: [a.whole(), b.whole()] }
  const range = span(a.stretch.range, b.stretch.range)
  const { partition } = a.stretch
  const stretch = { partition, range, filter: whole, single: false }
  return { stretch, whole: () => whole, loose: true }
}

/** By partition, then by where they begin in it. */
export function compareStretches(
  target: ReadTarget,
  a: PartitionStretch,
  b: PartitionStretch,
): number {
  const order = comparePartitions(target, a.partition, b.partition)
  return order !== 0 ? order : Buffer.compare(a.range.from, b.range.from)
}

/** Keys of one schema have values of the same types, so they can be ordered. */
export function comparePartitions({ partition }: ReadTarget, a: Item, b: Item): number {
  for (const { name } of partition) {
    const order = compareValues(attributeOf(a, name)!, attributeOf(b, name)!)!
    if (order !== 0) return order
  }
  return 0
}

/** AWS: refused only if every branch needs such a filter; the sentence is about the last one. */
function requireProjectedFilters(target: ReadTarget, stretches: readonly PartitionStretch[]): void {
  if (target.index === undefined) return
  const lacking = stretches.map(({ filter }) => lackingForFilter(target, filter))
  if (lacking.some(({ length }) => length === 0)) return
  throw filterNotProjected(target.index.name, lacking.at(-1)!)
}

function tooManyReads(): ServiceError {
  return validation('Too many decomposed read operations for a given query.')
}
