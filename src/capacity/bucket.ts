/**
 * Units that come in at a steady rate, up to some seconds' worth of them.
 *
 * A bucket may fall into debt: a request is admitted while the balance is positive and charged what
 * it turned out to cost, since a Query's cost is known only once it has run. Nothing here reads a clock.
 */
export class Bucket {
  #unitsPerMs = 0
  #unitsMax = 0
  #balance = 0
  #isRated = false
  #atMs: number

  constructor(nowMs: number) {
    this.#atMs = nowMs
  }

  /** Keeps the balance, within the new bound. The first rate fills the bucket. */
  setRate(unitsPerSecond: number, burstSeconds: number, nowMs: number): void {
    this.#refill(nowMs)
    this.#unitsPerMs = unitsPerSecond / 1000
    this.#unitsMax = unitsPerSecond * burstSeconds
    // What was taken before the rate was known still counts.
    const filled = this.#isRated ? this.#balance : this.#unitsMax + this.#balance
    this.#balance = Math.min(filled, this.#unitsMax)
    this.#isRated = true
  }

  balanceAt(nowMs: number): number {
    this.#refill(nowMs)
    return this.#balance
  }

  take(units: number, nowMs: number): void {
    this.#refill(nowMs)
    this.#balance -= units
  }

  isFullAt(nowMs: number): boolean {
    return this.balanceAt(nowMs) >= this.#unitsMax
  }

  /** When there is credit again, if nothing more is taken. */
  creditAtMs(nowMs: number): number {
    const debt = -this.balanceAt(nowMs)
    return debt < 0 ? nowMs : nowMs + debt / this.#unitsPerMs
  }

  /** A clock that was set back starts over: nothing is lost, and nothing is gained twice. */
  #refill(nowMs: number): void {
    const passedMs = nowMs - this.#atMs
    if (passedMs === 0) return
    this.#atMs = nowMs
    if (passedMs < 0 || this.#balance >= this.#unitsMax) return
    this.#balance = Math.min(this.#balance + passedMs * this.#unitsPerMs, this.#unitsMax)
  }
}
