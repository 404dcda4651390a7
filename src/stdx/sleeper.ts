/**
 * The pause between two rounds of a loop, which news can cut short. A wake-up that arrives during a
 * round is not lost: it cancels the pause after it.
 */
import { setTimeout as pause } from 'node:timers/promises'

/** Rejects if it is aborted. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<unknown>

/** Longer timers fire at once. */
const timerMsMax = 2 ** 31 - 1

export class Sleeper {
  readonly #pause: Pause
  #woken = false
  #nap: AbortController | undefined

  constructor(pause: Pause = unrefPause) {
    this.#pause = pause
  }

  wake(): void {
    this.#woken = true
    this.#nap?.abort()
  }

  async sleep(durationMs: number): Promise<void> {
    if (!this.#woken) {
      const nap = (this.#nap = new AbortController())
      await this.#pause(durationMs, nap.signal).catch(() => undefined)
    }
    this.#nap = undefined
    this.#woken = false
  }
}

/** A pause that does not keep the process alive. */
export async function unrefPause(durationMs: number, signal: AbortSignal): Promise<void> {
  const boundedMs = Math.min(Math.max(durationMs, 0), timerMsMax)
  await pause(boundedMs, undefined, { signal, ref: false })
}
