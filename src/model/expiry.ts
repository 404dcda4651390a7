/**
 * When an item expires: the number in one of its top-level attributes, read as seconds since 1970.
 *
 * Only whole seconds matter. The current time is a whole second too, so dropping the fraction
 * cannot change how the two compare. Nothing here reads a clock.
 */
import { attributeOf, type Item } from './item.js'
import { expiredForSecondsMax, expirySecondsMax } from './limits.js'

/**
 * The second in which an item expires; undefined if it never does. That is the case for any type
 * other than a number, for times before 1970 (past the five-year limit on every clock since 1975),
 * and for times that no clock will ever reach.
 */
export function expirySecondsOf(item: Item, attributeName: string): number | undefined {
  const value = attributeOf(item, attributeName)
  return value !== undefined && 'N' in value ? wholeSeconds(value.N) : undefined
}

/** Takes a number in normal form, which has no exponent. */
function wholeSeconds(text: string): number | undefined {
  if (text.startsWith('-')) return undefined
  const point = text.indexOf('.')
  const digits = point === -1 ? text : text.slice(0, point)
  const seconds = Number(digits)
  return seconds <= expirySecondsMax ? seconds : undefined
}

/** The seconds `from <= second < to`: an item whose expiry is in this range is expired now. */
export interface ExpiredSeconds {
  readonly from: number
  readonly to: number
}

/** AWS: an item that expired more than five years ago is considered a mistake and is kept. */
export function expiredSecondsAt(nowMs: number): ExpiredSeconds {
  const now = Math.floor(nowMs / 1000)
  return { from: Math.max(0, now - expiredForSecondsMax), to: Math.max(0, now) }
}

export function isExpired(item: Item, attributeName: string, nowMs: number): boolean {
  const seconds = expirySecondsOf(item, attributeName)
  const { from, to } = expiredSecondsAt(nowMs)
  return seconds !== undefined && from <= seconds && seconds < to
}
