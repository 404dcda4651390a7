/**
 * Asks workers again and again whether they are there. A worker that blocks its event loop answers nothing, so it is
 * killed and replaced; one that is late gets no connections meanwhile. Questions are counted, not time: while a machine
 * sleeps, nobody asks.
 */
import type { Log } from '../../stdx/log.js'
import { pulseIntervalMs, silentPulsesMax } from './limits.js'
import type { WorkerChild } from './worker-child.js'

export class Pulse {
  readonly #workers: () => Iterable<WorkerChild>
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined

  constructor(workers: () => Iterable<WorkerChild>, log: Log) {
    this.#workers = workers
    this.#log = log
  }

  start(intervalMs = pulseIntervalMs): void {
    this.#timer ??= setInterval(() => this.beat(), intervalMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  beat(): void {
    for (const worker of this.#workers()) {
      if (worker.missedPulses++ >= silentPulsesMax) this.#kill(worker)
      else worker.send({ kind: 'ping' })
    }
  }

  #kill(worker: WorkerChild): void {
    this.#log.error('a worker does not answer: it is killed', { worker: worker.number })
    worker.kill()
  }
}
