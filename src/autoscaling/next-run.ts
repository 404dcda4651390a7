/** When a schedule runs next. Pure. */
import { scheduleYearsMax } from './limits.js'
import type { Cron, DayRule } from './parse-cron.js'
import type { ParsedSchedule } from './parse-schedule.js'
import { localTime, momentOf } from './zone-time.js'

export interface ScheduleBounds {
  /** IANA's name. Default: UTC. */
  readonly timezone?: string | undefined
  /** When it was made: what a rate without a start counts from. */
  readonly createdAtMs: number
  readonly startMs?: number | undefined
  readonly endMs?: number | undefined
}

const dayMs = 86_400_000
/** No zone has ever set its clocks by more. */
const clockChangeMsMax = 3 * 3_600_000

/** The first run after a moment; undefined if there is none. */
export function nextRun(
  schedule: ParsedSchedule,
  bounds: ScheduleBounds,
  afterMs: number,
): number | undefined {
  const zone = bounds.timezone ?? 'UTC'
  // AWS: a start and an end are for what recurs.
  if (schedule.kind === 'at') {
    const atMs = momentOf(zone, schedule.localMs)
    return atMs > afterMs ? atMs : undefined
  }
  const { startMs = -Infinity, endMs = Infinity } = bounds
  const next =
    schedule.kind === 'rate'
      ? nextOfRate(schedule.everyMs, bounds, afterMs)
      : nextOfCron(schedule.cron, zone, Math.max(afterMs, startMs - 1))
  return next === undefined || next > endMs ? undefined : next
}

function nextOfRate(
  everyMs: number,
  { createdAtMs, startMs }: ScheduleBounds,
  afterMs: number,
): number {
  const firstMs = startMs ?? createdAtMs + everyMs
  if (firstMs > afterMs) return firstMs
  return firstMs + (Math.floor((afterMs - firstMs) / everyMs) + 1) * everyMs
}

function nextOfCron(cron: Cron, zone: string, afterMs: number): number | undefined {
  const localMs = localTime(zone, afterMs)
  const firstDay = Math.floor(localMs / dayMs) * dayMs
  for (let day = 0; day <= scheduleYearsMax * 366; day++) {
    const dayStart = firstDay + day * dayMs
    if (!matchesDay(cron, new Date(dayStart))) continue
    for (const timeMs of timesOfDay(cron)) {
      const candidate = dayStart + timeMs
      // Most are left out without a look at the zone.
      if (candidate < localMs - clockChangeMsMax) continue
      const atMs = momentOf(zone, candidate)
      if (atMs > afterMs) return atMs
    }
  }
  return undefined
}

function* timesOfDay({ hours, minutes }: Cron): Generator<number> {
  for (const hour of hours) for (const minute of minutes) yield (hour * 60 + minute) * 60_000
}

function matchesDay({ years, months, days }: Cron, date: Date): boolean {
  return (
    years.includes(date.getUTCFullYear()) &&
    months.includes(date.getUTCMonth() + 1) &&
    matchesRule(days, date)
  )
}

function matchesRule(rule: DayRule, date: Date): boolean {
  const dayOfMonth = date.getUTCDate()
  const dayOfWeek = date.getUTCDay() + 1
  switch (rule.kind) {
    case 'any':
      return true
    case 'of-month':
      return rule.days.includes(dayOfMonth)
    case 'last-of-month':
      return dayOfMonth === lastDayOf(date)
    case 'working-day':
      return dayOfMonth === workingDay(date, rule.day)
    case 'of-week':
      return rule.days.includes(dayOfWeek)
    case 'last-of-week':
      return dayOfWeek === rule.day && dayOfMonth > lastDayOf(date) - 7
    case 'nth-of-week':
      return dayOfWeek === rule.day && Math.ceil(dayOfMonth / 7) === rule.nth
  }
}

function lastDayOf(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

function workingDay(date: Date, wanted: number | 'last'): number | undefined {
  const last = lastDayOf(date)
  const day = wanted === 'last' ? last : wanted
  if (day > last) return undefined
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay()
  if (weekday === 6) return day === 1 ? 3 : day - 1
  if (weekday === 0) return day === last ? day - 2 : day + 1
  return day
}
