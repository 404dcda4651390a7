/** The spans of time that can be looked at, and how finely. */
export interface TimeRange {
  readonly name: string
  readonly label: string
  readonly seconds: number
  /** Of a point. */
  readonly periodSeconds: number
}

const hour = 3600
const day = 24 * hour

export const timeRanges: readonly TimeRange[] = [
  { name: '15m', label: '15 minutes', seconds: hour / 4, periodSeconds: 60 },
  { name: '1h', label: '1 hour', seconds: hour, periodSeconds: 60 },
  { name: '3h', label: '3 hours', seconds: 3 * hour, periodSeconds: 60 },
  { name: '12h', label: '12 hours', seconds: 12 * hour, periodSeconds: 300 },
  { name: '1d', label: '1 day', seconds: day, periodSeconds: 300 },
  { name: '3d', label: '3 days', seconds: 3 * day, periodSeconds: 900 },
  { name: '15d', label: '15 days', seconds: 15 * day, periodSeconds: 3600 },
]

export function rangeNamed(name: string | undefined): TimeRange {
  return timeRanges.find((range) => range.name === name) ?? timeRanges[1]!
}

export interface TimeSpan {
  /** In seconds since 1970, at borders of periods. */
  readonly start: number
  readonly end: number
  readonly periodSeconds: number
}

/** The last period is the one under way. */
export function spanOf({ seconds, periodSeconds }: TimeRange, nowMs: number): TimeSpan {
  const end = (Math.floor(nowMs / 1000 / periodSeconds) + 1) * periodSeconds
  return { start: end - seconds, end, periodSeconds }
}

export function momentsOf({ start, end, periodSeconds }: TimeSpan): readonly number[] {
  const count = Math.round((end - start) / periodSeconds)
  return Array.from({ length: count }, (_, at) => start + at * periodSeconds)
}
