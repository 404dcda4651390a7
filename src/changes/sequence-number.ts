/**
 * The number of a change as clients see it: when the log began, the number of the entry, the lane,
 * and whether it numbers a change or the start of a shard.
 *
 * All parts are decimal and of fixed width, 32 digits in total, so numbers compare the same as
 * integers and as text. They increase along a shard and from a shard to its children, because the
 * numbers of entries do. No two changes of a log have the same number, because no two entries of a
 * lane do. The start of a shard has its own number: above the last change of its parent, below its
 * own first change.
 */
import { assert } from '../stdx/assert.js'

export interface SequencePoint {
  readonly kind: 'change' | 'shard-start'
  /** For the start of a shard, the entry before its first. */
  readonly entry: number
  readonly lane: number
}

const timeDigits = 13
const entryDigits = 15
const laneDigits = 3
const marks: readonly SequencePoint['kind'][] = ['change', 'shard-start']
const pattern = /^(\d{13})(\d{15})(\d{3})([01])$/

export function sequenceNumber(createdAtMs: number, { kind, entry, lane }: SequencePoint): string {
  const time = String(createdAtMs).padStart(timeDigits, '0')
  const number = String(entry).padStart(entryDigits, '0')
  const text = `${time}${number}${String(lane).padStart(laneDigits, '0')}${marks.indexOf(kind)}`
  assert(pattern.test(text), 'a sequence number fits', { text })
  return text
}

/** Undefined if the text is not a number of that log. */
export function parseSequenceNumber(createdAtMs: number, text: string): SequencePoint | undefined {
  const match = pattern.exec(text)
  if (match === null || Number(match[1]) !== createdAtMs) return undefined
  return { kind: marks[Number(match[4])]!, entry: Number(match[2]), lane: Number(match[3]) }
}
