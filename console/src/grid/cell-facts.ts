/** What a cell says about a value beside the value itself. */
import { formatDistance, formatTime } from '../design/format.js'
import type { AttributeValue } from '../values/attribute-value.js'

export interface TtlFacts {
  readonly text: string
  readonly title: string
  /** It will never expire, or has and is still there. */
  readonly tone: 'plain' | 'expired' | 'wrong'
}

/** Items that expired more than five years ago are kept: DynamoDB takes such a time for a mistake. */
const secondsKept = 5 * 365 * 86_400
/** Seconds of the year 5138; what is larger was meant in milliseconds. */
const secondsMax = 100_000_000_000

export function ttlFacts(value: AttributeValue, nowMs: number): TtlFacts {
  const never = { title: 'Never expires: must be Number, seconds', tone: 'wrong' } as const
  if (!('N' in value)) return { text: 'never expires', ...never }
  const seconds = Number(value.N)
  if (!Number.isFinite(seconds) || seconds >= secondsMax) return { text: value.N, ...never }
  const ms = seconds * 1000
  const isPast = ms <= nowMs
  if (nowMs / 1000 - seconds > secondsKept) {
    return { text: value.N, title: 'Never expires: more than five years ago', tone: 'wrong' }
  }
  const distance = formatDistance(ms, nowMs)
  return {
    text: isPast ? `expired ${distance}` : distance,
    title: `${formatTime(ms)} (${value.N})${isPast ? ', not yet deleted' : ''}`,
    tone: isPast ? 'expired' : 'plain',
  }
}

/** Each power of a thousand from seconds to nanoseconds, between the years 2001 and 2100. */
const epochUnits = [1, 1e3, 1e6, 1e9]

/** On hover: digits in groups, and the time it would be. */
export function numberTitle(text: string): string {
  const grouped = text.replace(/^-?\d{5,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ' '))
  const time = /^\d{10,19}$/.test(text) ? timeOf(Number(text)) : undefined
  return time === undefined ? grouped : `${grouped}\n${time}`
}

function timeOf(count: number): string | undefined {
  const seconds = epochUnits
    .map((unit) => count / unit)
    .find((each) => each >= 1e9 && each < 4.102e9)
  return seconds === undefined ? undefined : formatTime(seconds * 1000)
}
