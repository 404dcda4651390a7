/** What keeps the counting of keys going: minutes are stored, rules of other servers are found, old counts go. */
import type { Catalog } from '../catalog/catalog.js'
import type { Insights } from '../insights/insights.js'
import { InsightsUpkeep } from '../insights/insights-upkeep.js'
import { insightsUpkeepMs, rulesReadMs } from '../insights/limits.js'
import { periodicJob, type Job } from '../jobs/job.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Part } from './parts.js'

export interface InsightsParts {
  readonly insights: Insights
  readonly catalog: Catalog
  readonly clock: Clock
  readonly time: TimeSource
  readonly log: Log
  /** Whether other servers may turn counting on. */
  readonly isShared: boolean
}

export function openInsights(parts: InsightsParts): { readonly part: Part; readonly job: Job } {
  const { insights, catalog, clock, time } = parts
  const upkeep = new InsightsUpkeep(insights.store, catalog, time)
  const job = periodicJob('contributor insights', (fence) => upkeep.step(fence), {
    clock,
    intervalMs: insightsUpkeepMs,
  })
  return { job, part: new InsightsRounds(parts) }
}

class InsightsRounds implements Part {
  readonly name = 'contributor insights'
  readonly #parts: InsightsParts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(parts: InsightsParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.#parts.insights.readRules()
    this.#timer = setInterval(() => void (this.#round ??= this.#next()), rulesReadMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
    await this.#tried(() => this.#parts.insights.storeMinutes({ endsNow: true }))
  }

  async #next(): Promise<void> {
    const { insights, isShared } = this.#parts
    await this.#tried(async () => {
      if (isShared) await insights.readRules()
      await insights.storeMinutes()
    })
    this.#round = undefined
  }

  /** The store may be away. What could not be stored is lost, and requests do not care. */
  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#parts.log.debug('counted keys could not be stored', { error })
    }
  }
}
