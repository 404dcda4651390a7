/**
 * The number of a change as clients see it: when the log began, the number of the entry, the lane,
 * and zeros; for the start of a shard, the number of the shard instead of the zeros.
 *
 * All parts are decimal and of fixed width, 40 digits in total, so numbers compare the same as
 * integers and as text. They increase along a shard and from a shard to its children, because the
 * numbers of entries do. No two changes of a log have the same number, because no two entries of a
 * lane do. The start of a shard has its own number: above the last change of its parent, below its
 * own first change, and above the start of its parent even if that has no change.
 */
import { assert } from '../stdx/assert.js'

export type SequencePoint =
  | { readonly kind: 'change'; readonly entry: number; readonly lane: number }
  | {
      readonly kind: 'shard-start'
      /** The one before the shard's first. */
      readonly entry: number
      readonly lane: number
      readonly shard: number
    }

const timeDigits = 13
const entryDigits = 14
const laneDigits = 3
const shardDigits = 10
const pattern = /^(\d{13})(\d{14})(\d{3})(\d{10})$/

export function sequenceNumber(createdAtMs: number, point: SequencePoint): string {
  const shard = point.kind === 'change' ? 0 : point.shard + 1
  const text =
    String(createdAtMs).padStart(timeDigits, '0') +
    String(point.entry).padStart(entryDigits, '0') +
    String(point.lane).padStart(laneDigits, '0') +
    String(shard).padStart(shardDigits, '0')
  assert(pattern.test(text), 'a sequence number fits', { text })
  return text
}

/** Undefined if the text is not a number of that log. */
export function parseSequenceNumber(createdAtMs: number, text: string): SequencePoint | undefined {
  const match = pattern.exec(text)
  if (match === null || Number(match[1]) !== createdAtMs) return undefined
  const place = { entry: Number(match[2]), lane: Number(match[3]) }
  const shard = Number(match[4])
  if (shard === 0) return { kind: 'change', ...place }
  return { kind: 'shard-start', ...place, shard: shard - 1 }
}
