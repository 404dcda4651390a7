/**
 * What a table or index may use of one kind (reads or writes), and what is left of it.
 *
 * Until its settings are known everything is admitted and counted; what was used by then is
 * charged when they are.
 */
import { Bucket } from './bucket.js'
import { peakWindowMs } from './limits.js'
import { rateLimitOf, type KindSettings } from './rate-limit.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'

export class Allowance {
  readonly kind: ThrottledKind
  readonly #bucket: Bucket
  #settings: KindSettings | undefined
  #cause: ThrottlingCause | undefined
  #peak = 0
  #windowStartMs: number
  #windowUnits = 0

  constructor(kind: ThrottledKind, nowMs: number) {
    this.kind = kind
    this.#bucket = new Bucket(nowMs)
    this.#windowStartMs = nowMs
  }

  settle(settings: KindSettings, nowMs: number): void {
    this.#settings = settings
    this.#setRate(settings, nowMs)
  }

  /** Which limit leaves no room for a request after some units more; undefined if there is room. */
  exhaustedBy(nowMs: number, ahead = 0): ThrottlingCause | undefined {
    return this.#bucket.balanceAt(nowMs) > ahead ? undefined : this.#cause
  }

  take(units: number, nowMs: number): void {
    if (nowMs - this.#windowStartMs >= peakWindowMs) this.#beginWindow(nowMs)
    this.#windowUnits += units
    this.#bucket.take(units, nowMs)
  }

  #beginWindow(nowMs: number): void {
    const peak = (this.#windowUnits * 1000) / peakWindowMs
    this.#windowStartMs = nowMs
    this.#windowUnits = 0
    if (peak <= this.#peak) return
    this.#peak = peak
    if (this.#settings !== undefined) this.#setRate(this.#settings, nowMs)
  }

  #setRate(settings: KindSettings, nowMs: number): void {
    const { unitsPerSecond, burstSeconds, cause } = rateLimitOf(settings, this.#peak)
    this.#bucket.setRate(unitsPerSecond, burstSeconds, nowMs)
    this.#cause = cause
  }
}
