/**
 * When an item expires: the number in one of its top-level attributes, read as seconds since 1970.
 *
 * Only whole seconds matter. Now is a whole second too, so a fraction changes nothing about which of
 * the two is less, and may be dropped. Nothing here reads a clock.
 */
import { attributeOf, type Item } from './item.js'
import { expiredForSecondsMax, expirySecondsMax } from './limits.js'

/**
 * The second in which an item expires; undefined when it never does. Any other type than a number
 * never does, nor does a time before 1970, which was too long ago on every clock since 1975, nor one
 * that no clock will ever show.
 */
export function expirySecondsOf(item: Item, attributeName: string): number | undefined {
  const value = attributeOf(item, attributeName)
  return value !== undefined && 'N' in value ? wholeSeconds(value.N) : undefined
}

/** Of a number in normal form, which has no exponent. */
function wholeSeconds(text: string): number | undefined {
  if (text.startsWith('-')) return undefined
  const point = text.indexOf('.')
  const digits = point === -1 ? text : text.slice(0, point)
  const seconds = Number(digits)
  return seconds <= expirySecondsMax ? seconds : undefined
}

/** The seconds `from <= second < to` in which what is expired now has expired. */
export interface ExpiredSeconds {
  readonly from: number
  readonly to: number
}

/** AWS: what has been expired for more than five years is taken for a mistake, and is kept. */
export function expiredSecondsAt(nowMs: number): ExpiredSeconds {
  const now = Math.floor(nowMs / 1000)
  return { from: Math.max(0, now - expiredForSecondsMax), to: Math.max(0, now) }
}

export function isExpired(item: Item, attributeName: string, nowMs: number): boolean {
  const seconds = expirySecondsOf(item, attributeName)
  const { from, to } = expiredSecondsAt(nowMs)
  return seconds !== undefined && from <= seconds && seconds < to
}
