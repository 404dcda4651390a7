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
