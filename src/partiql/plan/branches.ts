/**
 * Splits a WHERE into branches, one of which must hold: each has bounds on the key and a rest to
 * filter by. IN on a key attribute is an OR of equalities; NOT, and an OR that does not involve the
 * key, are not split.
 *
 * Branches multiply, so they are counted before any is made; the caller limits their number.
 */
import type { Condition } from '../../expressions/condition.js'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import { conditionOf, keyBounds, type UsableKey } from './key-bounds.js'

export interface Branch {
  readonly bounds: readonly BranchBound[]
  readonly rest: readonly Condition[]
}

/** Shared by all branches that have it. */
export interface BranchBound {
  readonly bound: KeyCondition
  /** The bound as a condition, for branches that filter by it. */
  readonly condition: Condition
}

/** Attributes that every branch requires to equal a constant. */
export function pinnedAttributes(
  condition: Condition,
  candidates: ReadonlySet<string>,
): ReadonlySet<string> {
  if (condition.kind === 'and' || condition.kind === 'or') {
    const parts = condition.conditions.map((part) => pinnedAttributes(part, candidates))
    const pinned = [...candidates].filter((name) =>
      // In an AND some part must pin it, in an OR every part.
      condition.kind === 'and'
        ? parts.some((names) => names.has(name))
        : parts.every((names) => names.has(name)),
    )
    return new Set(pinned)
  }
  const [first] = keyBounds(condition, { partition: candidates, sort: new Set() }) ?? []
  return new Set(first === undefined ? [] : [first.attribute])
}

/** The bounds on the key anywhere in a condition, in the order they are written. */
export function* allBounds(condition: Condition, key: UsableKey): Generator<KeyCondition> {
  const bounds = keyBounds(condition, key)
  if (bounds !== undefined) yield* bounds
  else if (condition.kind === 'and' || condition.kind === 'or') {
    for (const part of condition.conditions) yield* allBounds(part, key)
  }
}

export function countBranches(condition: Condition, key: UsableKey): number {
  if (condition.kind === 'and') {
    return condition.conditions.reduce((product, part) => product * countBranches(part, key), 1)
  }
  if (condition.kind === 'or' && touchesKey(condition, key)) {
    return condition.conditions.reduce((sum, part) => sum + countBranches(part, key), 0)
  }
  return keyBounds(condition, key)?.length ?? 1
}

/** All branches, in the order they are written. */
export function branchesOf(condition: Condition, key: UsableKey): readonly Branch[] {
  if (condition.kind === 'and') return together(conjuncts(condition), key)
  if (condition.kind === 'or' && touchesKey(condition, key)) {
    return condition.conditions.flatMap((part) => branchesOf(part, key))
  }
  const bounds = keyBounds(condition, key)
  if (bounds === undefined) return [{ bounds: [], rest: [condition] }]
  return bounds.map((bound) => ({ bounds: [{ bound, condition: conditionOf(bound) }], rest: [] }))
}

/** The parts of an AND, flattened. */
function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition]
}

/** Parts with only one branch come first, so that long lists are not copied again and again. */
function together(parts: readonly Condition[], key: UsableKey): readonly Branch[] {
  const taken = parts.map((part) => branchesOf(part, key))
  const common = taken.filter(({ length }) => length === 1).flat()
  const start = {
    bounds: common.flatMap(({ bounds }) => bounds),
    rest: common.flatMap(({ rest }) => rest),
  }
  return taken.filter(({ length }) => length > 1).reduce<readonly Branch[]>(product, [start])
}

function product(left: readonly Branch[], right: readonly Branch[]): readonly Branch[] {
  return left.flatMap((a) =>
    right.map((b) => ({ bounds: [...a.bounds, ...b.bounds], rest: [...a.rest, ...b.rest] })),
  )
}

function touchesKey(condition: Condition, key: UsableKey): boolean {
  return allBounds(condition, key).next().done !== true
}
