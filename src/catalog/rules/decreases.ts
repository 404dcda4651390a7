/**
 * How often provisioned throughput may fall: a few times at once on each UTC day, then once in a
 * while. AWS: a table and each of its indexes count for themselves; a change that lowers one side
 * and raises the other is a decrease.
 */
import { limitExceeded } from '../../model/errors.js'
import { decreaseIntervalMs, decreasesAtOnceMax } from '../../model/limits.js'
import type { Throughput } from '../../model/table.js'

/** AWS: the count starts again at midnight UTC, the time of the last decrease stays. */
export function decreasesOn(
  { lastDecreaseAtMs, decreasesToday }: Throughput,
  nowMs: number,
): number {
  return sameUtcDay(lastDecreaseAtMs, nowMs) ? decreasesToday : 0
}

/** Throws if the throughput has fallen too often today to fall again now. */
export function requireDecreaseLeft(throughput: Throughput, nowMs: number): void {
  const decreases = decreasesOn(throughput, nowMs)
  if (decreases < decreasesAtOnceMax) return
  const lastAtMs = throughput.lastDecreaseAtMs!
  const nextAtMs = Math.min(lastAtMs + decreaseIntervalMs, nextUtcDayMs(nowMs))
  if (nowMs >= nextAtMs) return
  throw limitExceeded(
    'Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. ' +
      `After the first ${decreasesAtOnceMax} decreases, each subsequent decrease in the same UTC day can be performed at most once every ${decreaseIntervalMs / 1000} seconds. ` +
      `Number of decreases today: ${decreases}. Last decrease at ${printedTime(lastAtMs)}. Next decrease can be made at ${printedTime(nextAtMs)}.`,
  )
}

const dayMs = 24 * 60 * 60 * 1000

function sameUtcDay(oneMs: number | undefined, otherMs: number): boolean {
  return oneMs !== undefined && Math.floor(oneMs / dayMs) === Math.floor(otherMs / dayMs)
}

function nextUtcDayMs(nowMs: number): number {
  return (Math.floor(nowMs / dayMs) + 1) * dayMs
}

const dateForm = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** As in `Thursday, October 8, 2026 at 11:20:48 PM Coordinated Universal Time`. */
function printedTime(atMs: number): string {
  const at = new Date(atMs)
  const hours = at.getUTCHours()
  const minutes = [at.getUTCMinutes(), at.getUTCSeconds()]
  const clock = [hours % 12 || 12, ...minutes.map((each) => String(each).padStart(2, '0'))]
  const half = hours < 12 ? 'AM' : 'PM'
  return `${dateForm.format(at)} at ${clock.join(':')} ${half} Coordinated Universal Time`
}
