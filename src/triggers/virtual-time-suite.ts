/** Time that passes only when a test moves it: pauses end when the clock reaches their end. */
import { setTimeout as moment } from 'node:timers/promises'
import { VirtualClock } from '../stdx/clock.js'
import { patienceMs } from '../../test/support/until.js'
import type { TriggerTime } from './process-batch.js'

interface Nap {
  readonly endsAtMs: number
  end(): void
}

export class VirtualTime implements TriggerTime {
  readonly clock: VirtualClock
  /** Every requested pause, in milliseconds. */
  readonly pauses: number[] = []
  readonly #naps = new Set<Nap>()

  constructor(clock = new VirtualClock()) {
    this.clock = clock
  }

  pause(durationMs: number, signal: AbortSignal): Promise<void> {
    this.pauses.push(durationMs)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#naps.delete(nap)
        signal.removeEventListener('abort', stop)
      }
      const stop = () => {
        leave()
        reject(signal.reason as Error)
      }
      const endsAtMs = this.clock.now() + durationMs
      const nap: Nap = {
        endsAtMs,
        end: () => {
          leave()
          resolve()
        },
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop)
      this.#naps.add(nap)
    })
  }

  advance(durationMs: number): void {
    this.clock.advance(durationMs)
    for (const nap of [...this.#naps]) if (nap.endsAtMs <= this.clock.now()) nap.end()
  }

  /** Moves the clock, a little faster than real time, until a condition holds. */
  async until(holds: () => boolean | Promise<boolean>, stepMs = 20): Promise<void> {
    const giveUpAtMs = Date.now() + patienceMs
    while (!(await holds())) {
      if (Date.now() > giveUpAtMs) throw new Error('it never came to be')
      await moment(1)
      this.advance(stepMs)
    }
  }
}
