/**
 * What all workers show together. Each is asked, and waited for a moment; one that does not answer is shown as it was last. The
 * counters of those that are gone stay in the sums, because a counter that falls looks like a restart of all.
 */
import { gatherMsMax } from './limits.js'
import { countersOf, mergeShown, type ShownMetric } from './shown-metrics.js'
import type { WorkerChild } from './worker-child.js'

type Shown = readonly ShownMetric[]

export class GatheredMetrics {
  readonly #workers: () => Iterable<WorkerChild>
  /** What the supervisor shows of itself. */
  readonly #own: () => Promise<Shown>
  readonly #last = new Map<WorkerChild, Shown>()
  readonly #asked = new Map<number, () => void>()
  #departed: Shown = []
  #asks = 0
  #gathering: Promise<Shown> | undefined

  constructor(workers: () => Iterable<WorkerChild>, own: () => Promise<Shown>) {
    this.#workers = workers
    this.#own = own
  }

  /** However many ask, workers are asked once. */
  async gatherFor(worker: WorkerChild, id: number): Promise<void> {
    this.#gathering ??= this.#gather().finally(() => (this.#gathering = undefined))
    worker.send({ kind: 'gathered', id, shown: await this.#gathering })
  }

  shown(worker: WorkerChild, id: number, shown: Shown): void {
    this.#last.set(worker, shown)
    this.#asked.get(id)?.()
  }

  departed(worker: WorkerChild): void {
    const last = this.#last.get(worker)
    this.#last.delete(worker)
    if (last !== undefined) this.#departed = mergeShown([this.#departed, countersOf(last)])
  }

  async #gather(): Promise<Shown> {
    const ready = [...this.#workers()].filter(({ state }) => state === 'ready')
    await Promise.all(ready.map((worker) => this.#ask(worker)))
    return mergeShown([this.#departed, ...this.#last.values(), await this.#own()])
  }

  #ask(worker: WorkerChild): Promise<void> {
    const id = ++this.#asks
    return new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#asked.delete(id)
        resolve()
      }
      const timer = setTimeout(end, gatherMsMax)
      this.#asked.set(id, end)
      void worker.exited.then(end)
      worker.send({ kind: 'show', id })
    })
  }
}
