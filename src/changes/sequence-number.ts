/**
 * The number of a change as clients see it: when the log began, the number of the entry, the lane, and
 * what it is the number of.
 *
 * All in decimal and of fixed width, 32 digits, so numbers compare as integers and as texts alike. They
 * grow along a shard and from a shard to its children, because the numbers of entries do, and no two
 * changes of a log have the same, because no two of a lane do. A shard starts with a number of its own:
 * above the last change of its parent, below its own first.
 */
import { assert } from '../stdx/assert.js'

export interface SequencePoint {
  readonly kind: 'change' | 'shard-start'
  /** At the start of a shard: the entry before its first. */
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

/** Undefined when the text is no number of that log. */
export function parseSequenceNumber(createdAtMs: number, text: string): SequencePoint | undefined {
  const match = pattern.exec(text)
  if (match === null || Number(match[1]) !== createdAtMs) return undefined
  return { kind: marks[Number(match[4])]!, entry: Number(match[2]), lane: Number(match[3]) }
}
