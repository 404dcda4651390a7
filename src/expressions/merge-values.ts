/**
 * ADD and DELETE: ADD sums numbers and unites sets, and in its legacy form appends to lists; DELETE
 * removes members from sets. Callers check beforehand that the two values fit each other.
 */
import { typeOf, type AttributeValue } from '../model/attribute-value.js'
import { unitedMembers, type SetType } from '../model/set-order.js'
import { assert } from '../stdx/assert.js'
import { appendLists, calculate } from './compute-operand.js'

export function canMerge(stored: AttributeValue, other: AttributeValue): boolean {
  return typeOf(stored) === typeOf(other)
}

/** A missing attribute counts as zero, or as an empty set or list. */
export function addTo(stored: AttributeValue | undefined, added: AttributeValue): AttributeValue {
  if (stored === undefined) return added
  if ('N' in added) return calculate('plus', stored, added)
  if ('L' in added) return appendLists(stored, added)
  return mergeSets(stored, added, unitedMembers)
}

/** AWS: sets are never empty, so removing the last member removes the attribute. */
export function deleteFrom(
  stored: AttributeValue | undefined,
  deleted: AttributeValue,
): AttributeValue | undefined {
  if (stored === undefined) return undefined
  const rest = mergeSets(stored, deleted, (_type, members, others) => {
    const gone = new Set(others)
    return members.filter((member) => !gone.has(member))
  })
  return isEmptySet(rest) ? undefined : rest
}

/** Both sets are in order, and so is the result. */
type Merge = (
  type: SetType,
  members: readonly string[],
  others: readonly string[],
) => readonly string[]

function mergeSets(stored: AttributeValue, other: AttributeValue, merge: Merge): AttributeValue {
  if ('SS' in stored && 'SS' in other) return { SS: merge('SS', stored.SS, other.SS) }
  if ('NS' in stored && 'NS' in other) return { NS: merge('NS', stored.NS, other.NS) }
  assert('BS' in stored && 'BS' in other, 'both values were checked to be sets of one type')
  return { BS: merge('BS', stored.BS, other.BS) }
}

function isEmptySet(value: AttributeValue): boolean {
  return (Object.values(value)[0] as readonly string[]).length === 0
}
