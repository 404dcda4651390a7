/**
 * What a server does when its store begins to refuse writes: one line in the log for each change, however many
 * requests are refused. If the store cannot be used again by this process, `lost` resolves.
 */
import type { Log } from '../stdx/log.js'
import type { EngineWatch } from '../storage/driver.js'
import type { WritesRefused } from '../storage/errors.js'

export class WritesWatch implements EngineWatch {
  readonly #log: Log
  #lose: () => void = () => undefined
  readonly lost = new Promise<void>((resolve) => (this.#lose = resolve))

  constructor(log: Log) {
    this.#log = log
  }

  onWrites(refusal: WritesRefused | undefined): void {
    if (refusal === undefined) return this.#log.warn('writes are taken again')
    const facts = { reason: refusal.reason, error: refusal.cause }
    if (refusal.reason !== 'the database file cannot be used any more') {
      return this.#log.error('writes are refused', facts)
    }
    this.#log.error('the process must be restarted', facts)
    this.#lose()
  }
}
