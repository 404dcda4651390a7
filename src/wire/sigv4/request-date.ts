/**
 * The date of a signed request: X-Amz-Date, or Date. AWS: the extended format of ISO 8601 is accepted, too,
 * and signed as the basic one.
 */
import { signatureEarly, signatureExpired } from './faults.js'
import { clockSkewMaxMs } from './limits.js'

export interface RequestDate {
  /** In the basic format, `20260101T000000Z`. */
  readonly text: string
  readonly ms: number
}

const basicFormat = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const extendedFormat = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/

/** Undefined if it is no date. */
export function readDate(given: string): RequestDate | undefined {
  const parts = basicFormat.exec(given) ?? extendedFormat.exec(given)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number)
  const ms = Date.UTC(year!, month! - 1, day, hour, minute, second)
  const text = given.replace(/[-:]/g, '')
  // There is no 31st of February.
  return printed(ms) === text ? { text, ms } : undefined
}

/** Throws if the date is too far from now. */
export function refuseSkewed({ text, ms }: RequestDate, nowMs: number): void {
  if (Math.abs(ms - nowMs) <= clockSkewMaxMs) return
  const window = {
    date: text,
    earliest: printed(nowMs - clockSkewMaxMs),
    latest: printed(nowMs + clockSkewMaxMs),
    now: printed(nowMs),
    minutes: clockSkewMaxMs / 60_000,
  }
  throw ms < nowMs ? signatureExpired(window) : signatureEarly(window)
}

function printed(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
}
