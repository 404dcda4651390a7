/**
 * How a layer is written into the tree: in small commits with pauses, so that they take about half of the time that
 * the layer took to fill, or in large ones without, once somebody needs the tree.
 */
import { applyMsMax, applyPaceShare, hurriedMsMax, type LogLimits } from './limits.js'

/** What one commit may have, and how long it may hold the event loop. */
export interface CommitSize {
  readonly changesMax: number
  readonly msMax: number
}

export class Pacing {
  readonly #usual: CommitSize
  readonly #hurried: CommitSize
  #begunAtMs = performance.now()
  #pauseMs = 0
  #isHurried = false
  #wake = () => {}

  constructor({ applyChangesMax, hurriedChangesMax }: LogLimits) {
    this.#usual = { changesMax: applyChangesMax, msMax: applyMsMax }
    this.#hurried = { changesMax: hurriedChangesMax, msMax: hurriedMsMax }
  }

  get size(): CommitSize {
    return this.#isHurried ? this.#hurried : this.#usual
  }

  /** The next layer has so many changes, and took the time since the last one to fill. */
  begin(changes: number): void {
    const nowMs = performance.now()
    const commits = Math.ceil(changes / this.#usual.changesMax)
    this.#pauseMs = ((nowMs - this.#begunAtMs) * applyPaceShare) / commits
    this.#begunAtMs = nowMs
    this.#isHurried = false
  }

  pause(): Promise<void> | undefined {
    if (this.#isHurried) return undefined
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Until the next layer begins. */
  hurry(): void {
    this.#isHurried = true
    this.#wake()
  }
}
