/**
 * How often something may happen for each of many keys: a bucket for a key, which fills with time up to its
 * burst. Only so many keys are remembered, those used last; one that was forgotten starts with a full bucket.
 */
import type { Clock } from './clock.js'

export interface RateBucketsOptions {
  readonly perSecond: number
  readonly burst: number
  readonly keysMax: number
  /** Does not go back. */
  readonly clock: Clock
}

interface Bucket {
  left: number
  atMs: number
}

export class RateBuckets {
  readonly #options: RateBucketsOptions
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: RateBucketsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Whether it may happen once more now; if so, it counts. */
  take(key: string): boolean {
    const bucket = this.#bucketOf(key)
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  /** It happened elsewhere, whatever this bucket has. What it owes is bounded by its burst. */
  charge(key: string, times: number): void {
    const bucket = this.#bucketOf(key)
    bucket.left = Math.max(-this.#options.burst, bucket.left - times)
  }

  #bucketOf(key: string): Bucket {
    const { perSecond, burst, keysMax, clock } = this.#options
    const now = clock.now()
    const bucket = this.#buckets.get(key) ?? { left: burst, atMs: now }
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.atMs) * perSecond) / 1000)
    bucket.atMs = now
    // The last of the map is the one used last.
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > keysMax) this.#buckets.delete(this.#buckets.keys().next().value!)
    return bucket
  }
}
