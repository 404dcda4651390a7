/**
 * `contains`: whether a string or binary contains a part, a set a member, or a list an element.
 *
 * A condition may ask this 150 times of one value of 400 KB. So what is asked of a long text is
 * searched for at once, a set is searched by its order, and the scalars of a long list are hashed.
 */
import { binaryBytes, payloadOf, type AttributeValue } from '../model/attribute-value.js'
import { valuesEqual } from '../model/compare-values.js'
import { hasMember } from '../model/set-order.js'
import type { Condition } from './condition.js'
import { includesText, PartsSearch } from './text-search.js'

type MaybeValue = AttributeValue | undefined

/** `whole` is the condition that this is a part of. */
export function containsValue(
  whole: Condition,
  container: MaybeValue,
  member: MaybeValue,
): boolean {
  if (container === undefined || member === undefined) return false
  if ('L' in container) return listContains(container.L, member)
  if ('S' in member) {
    if ('S' in container) return textContains(whole, container.S, member.S)
    return 'SS' in container && hasMember('SS', container.SS, member.S)
  }
  if ('N' in member) return 'NS' in container && hasMember('NS', container.NS, member.N)
  if (!('B' in member)) return false
  if ('B' in container) return bytesContain(container.B, member.B)
  return 'BS' in container && hasMember('BS', container.BS, member.B)
}

/** Shorter texts are searched for each part alone. */
const longTextLengthMin = 4096

function textContains(whole: Condition, text: string, part: string): boolean {
  if (text.length < longTextLengthMin) return includesText(text, part)
  const search = searchFor(whole)
  return search?.parts.has(part) ? search.search.isIn(text, part) : includesText(text, part)
}

/** All parts that a condition searches for. */
interface SharedSearch {
  readonly parts: ReadonlySet<string>
  readonly search: PartsSearch
}

/** Null if a condition searches for so few that one after the other is as fast. */
const sharedSearches = new WeakMap<Condition, SharedSearch | null>()
const sharedPartsMin = 4

function searchFor(whole: Condition): SharedSearch | null {
  let shared = sharedSearches.get(whole)
  if (shared === undefined) {
    const parts = new Set(partsIn(whole))
    shared = parts.size < sharedPartsMin ? null : { parts, search: new PartsSearch([...parts]) }
    sharedSearches.set(whole, shared)
  }
  return shared
}

function partsIn(condition: Condition): readonly string[] {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.conditions.flatMap(partsIn)
  if (condition.kind === 'not') return partsIn(condition.condition)
  if (condition.kind !== 'contains' || condition.member.kind !== 'value') return []
  const { value } = condition.member
  return 'S' in value ? [value.S] : []
}

/** Bytes as text of one unit each. */
function bytesContain(container: string, part: string): boolean {
  return includesText(unitsOf(container), unitsOf(part))
}

function unitsOf(base64: string): string {
  return binaryBytes(base64).toString('latin1')
}

/** A list that is asked for the second time is worth hashing, if it is long. */
const longListLengthMin = 256
const hashedLists = new WeakMap<readonly AttributeValue[], ReadonlySet<string> | null>()

function listContains(list: readonly AttributeValue[], member: AttributeValue): boolean {
  const scalar = list.length < longListLengthMin ? undefined : scalarText(member)
  const hashed = scalar === undefined ? undefined : scalarsIn(list)
  if (scalar === undefined || hashed === undefined) {
    return list.some((element) => valuesEqual(element, member))
  }
  return hashed.has(scalar)
}

function scalarsIn(list: readonly AttributeValue[]): ReadonlySet<string> | undefined {
  const hashed = hashedLists.get(list)
  if (hashed === undefined) return void hashedLists.set(list, null)
  if (hashed !== null) return hashed
  const scalars = new Set<string>()
  for (const element of list) {
    const text = scalarText(element)
    if (text !== undefined) scalars.add(text)
  }
  hashedLists.set(list, scalars)
  return scalars
}

/** Two scalars are equal exactly if this is; undefined for other types. */
function scalarText(value: AttributeValue): string | undefined {
  const payload = payloadOf(value)
  return typeof payload === 'object' ? undefined : JSON.stringify(value)
}
