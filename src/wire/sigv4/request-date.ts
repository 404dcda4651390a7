/**
 * The date of a request that is refused anyway. AWS: a date that is too old or in the future is
 * told before an unknown algorithm or a wrong credential. Dates of other requests are not checked.
 */
import { signatureEarly, signatureExpired } from './faults.js'
import { clockSkewMaxMs } from './limits.js'

const basicFormat = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Throws if the date is too far from now. Does nothing if it is not in the basic format. */
export function refuseSkewedDate(date: string, nowMs: number): void {
  const parts = basicFormat.exec(date)
  if (parts === null) return
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number)
  const dateMs = Date.UTC(year!, month! - 1, day, hour, minute, second)
  if (Math.abs(dateMs - nowMs) <= clockSkewMaxMs) return
  const window = {
    date,
    earliest: printed(nowMs - clockSkewMaxMs),
    latest: printed(nowMs + clockSkewMaxMs),
    now: printed(nowMs),
  }
  throw dateMs < nowMs ? signatureExpired(window) : signatureEarly(window)
}

function printed(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
}
