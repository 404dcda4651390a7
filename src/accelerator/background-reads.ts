/** Reads that no client waits for. If too many are under way, further ones are left out: nothing depends on them. */
import type { Log } from '../stdx/log.js'
import { backgroundReadsMax } from './limits.js'

export class BackgroundReads {
  readonly #log: Log
  readonly #underWay = new Set<Promise<void>>()

  constructor(log: Log) {
    this.#log = log
  }

  get hasRoom(): boolean {
    return this.#underWay.size < backgroundReadsMax
  }

  /** Does nothing if there is no room. */
  begin(read: () => Promise<void>): void {
    if (!this.hasRoom) return
    const reading = read()
      .catch((error: unknown) => this.#log.debug('an item could not be read ahead', { error }))
      .finally(() => this.#underWay.delete(reading))
    this.#underWay.add(reading)
  }

  /** Resolves when none is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
