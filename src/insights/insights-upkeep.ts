/** Clears away what was counted long ago, and what belongs to rules, tables and indexes that are gone. */
import type { Catalog } from '../catalog/catalog.js'
import type { TimeSource } from '../stdx/clock.js'
import type { Fence } from '../storage/fence.js'
import type { CountedKeys } from '../storage/insights-keys.js'
import { insightRulesOf } from './insight-rules.js'
import type { InsightsSetting } from './insights-setting.js'
import type { InsightsStore } from './insights-store.js'
import { keyMinutesKeptMs } from './limits.js'

export class InsightsUpkeep {
  readonly #store: InsightsStore
  readonly #catalog: Catalog
  readonly #time: TimeSource

  constructor(store: InsightsStore, catalog: Catalog, time: TimeSource) {
    this.#store = store
    this.#catalog = catalog
    this.#time = time
  }

  async step(fence: Fence): Promise<void> {
    const nowMs = await this.#time.now()
    const current = await this.#currentRules(fence)
    for await (const counted of this.#store.counted()) {
      const isCurrent = current.has(nameOf(counted))
      const toMs = isCurrent ? nowMs - keyMinutesKeptMs : nowMs + keyMinutesKeptMs
      await this.#store.dropMinutes(counted, { fromMs: 0, toMs }, fence)
    }
  }

  /** What is to be counted. Settings of what is gone are dropped. */
  async #currentRules(fence: Fence): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    for (const setting of await this.#store.list()) {
      if (!(await this.#isCurrent(setting))) await this.#store.drop(setting, fence)
      else for (const { kind } of insightRulesOf(setting)) names.add(nameOf({ ...setting, kind }))
    }
    return names
  }

  async #isCurrent({ tableName, tableId, indexName, ...scope }: InsightsSetting): Promise<boolean> {
    const table = await this.#catalog.loadTable(scope, tableName)
    if (table?.id !== tableId) return false
    return indexName === undefined || table.indexes.some(({ name }) => name === indexName)
  }
}

function nameOf({ tableId, indexName = '', kind }: CountedKeys): string {
  return JSON.stringify([tableId, indexName, kind])
}
