/** Tells whoever watches the engine that writes are refused, once for each reason, and that they are taken again. */
import type { EngineWatch } from '../driver.js'
import { type RefusalReason, WritesRefused } from '../errors.js'

export class WriteState {
  readonly #watch: EngineWatch | undefined
  #told: RefusalReason | undefined

  constructor(watch: EngineWatch | undefined) {
    this.#watch = watch
  }

  /** The failure of a commit, or undefined if it succeeded. Other failures say nothing about the next one. */
  note(failure: Error | undefined): void {
    if (failure !== undefined && !(failure instanceof WritesRefused)) return
    if (failure?.reason === this.#told) return
    this.#told = failure?.reason
    this.#watch?.onWrites(failure)
  }
}
