/**
 * The order of the members of a set: strings and binaries by their bytes, numbers by their value.
 * The service returns sets in this order, so they are stored in it, and equal sets have equal
 * texts.
 */
import { binaryBytes } from './attribute-value.js'
import { compareNumbers } from './decimal.js'

export type SetType = 'SS' | 'NS' | 'BS'

/** The members in order; the given array if they already are. */
export function orderedMembers(type: SetType, members: readonly string[]): readonly string[] {
  const compare = comparisons[type]
  for (let i = 1; i < members.length; i++) {
    if (compare(members[i - 1]!, members[i]!) > 0) return [...members].sort(compare)
  }
  return members
}

/** Searching a smaller set from its beginning is as fast as any other way. */
const smallSetLengthMax = 64

/** Whether an ordered set has a member. */
export function hasMember(type: SetType, members: readonly string[], member: string): boolean {
  if (members.length <= smallSetLengthMax) return members.includes(member)
  return members[positionIn(type, members, member, 0)] === member
}

/** The ordered union of two ordered sets. */
export function unitedMembers(
  type: SetType,
  one: readonly string[],
  two: readonly string[],
): readonly string[] {
  const [more, fewer] = one.length < two.length ? [two, one] : [one, two]
  const united: string[] = []
  let from = 0
  for (const member of fewer) {
    const to = positionIn(type, more, member, from)
    for (let at = from; at < to; at++) united.push(more[at]!)
    if (more[to] !== member) united.push(member)
    from = to
  }
  for (let at = from; at < more.length; at++) united.push(more[at]!)
  return united
}

/**
 * The first position, from one on, whose member is not before the given one. Looks near the start
 * first, since members are often asked for in their order.
 */
function positionIn(
  type: SetType,
  members: readonly string[],
  member: string,
  start: number,
): number {
  const compare = comparisons[type]
  let [from, step] = [start, 1]
  while (from + step <= members.length && compare(members[from + step - 1]!, member) < 0) {
    from += step
    step *= 2
  }
  let to = Math.min(from + step, members.length)
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compare(members[middle]!, member) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Whether each member is after the one before it, so that none is there twice. */
export function areAscending(type: SetType, members: readonly string[]): boolean {
  const compare = comparisons[type]
  for (let i = 1; i < members.length; i++) {
    if (compare(members[i - 1]!, members[i]!) >= 0) return false
  }
  return true
}

const comparisons: Readonly<Record<SetType, (a: string, b: string) => number>> = {
  SS: compareStrings,
  NS: compareNumbers,
  BS: (a, b) => Buffer.compare(binaryBytes(a), binaryBytes(b)),
}

/** Orders strings by their UTF-8 bytes, without encoding them. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [one, two] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (one !== two) return bytesRank(one) - bytesRank(two)
  }
  return a.length - b.length
}

/**
 * UTF-16 and UTF-8 order text alike except for surrogates: halves of characters beyond U+FFFF,
 * which in UTF-8 come after everything else, including U+E000 to U+FFFF.
 */
function bytesRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
