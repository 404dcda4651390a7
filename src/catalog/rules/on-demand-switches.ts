/** How often a table may become on-demand. AWS: being created on demand counts as the first time. */
import { limitExceeded, type ServiceError } from '../../model/errors.js'
import { onDemandSwitchesMax, onDemandSwitchesWindowMs } from '../../model/limits.js'
import type { Billing } from '../../model/table.js'
import { recentChanges } from './recent-changes.js'

const limit = { changesMax: onDemandSwitchesMax, windowMs: onDemandSwitchesWindowMs }

/** What a table remembers that becomes on-demand now. Throws if it did too often. */
export function switchedToOnDemand(
  { onDemandSwitchesAtMs, lastOnDemandAtMs }: Partial<Billing>,
  nowMs: number,
): Pick<Billing, 'lastOnDemandAtMs' | 'onDemandSwitchesAtMs'> {
  const recent = recentChanges(onDemandSwitchesAtMs, lastOnDemandAtMs, limit, nowMs)
  if (recent.length >= limit.changesMax) throw switchedTooOften(recent)
  return { lastOnDemandAtMs: nowMs, onDemandSwitchesAtMs: [...recent, nowMs] }
}

/** The number and the times are ours, in the form of 2019, when one switch a day was allowed. */
function switchedTooOften(recent: readonly number[]): ServiceError {
  const days = onDemandSwitchesWindowMs / (24 * 60 * 60 * 1000)
  const nextAtMs = recent[0]! + onDemandSwitchesWindowMs
  return limitExceeded(
    `Subscriber limit exceeded: Update to PayPerRequest mode are limited to ${onDemandSwitchesMax} times in ${days} day(s). ` +
      `Last update at ${printedDate(recent.at(-1)!)}. Next update can be made at ${printedDate(nextAtMs)}`,
  )
}

/** As in `Sat Feb 23 03:07:45 UTC 2019`. */
function printedDate(atMs: number): string {
  const [weekday, day, month, year, time] = new Date(atMs).toUTCString().split(/,? /)
  return `${weekday} ${month} ${day} ${time} UTC ${year}`
}
