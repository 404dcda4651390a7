/** Clears away what was counted long ago, and what belongs to rules, tables and indexes that are gone. */
import type { Catalog } from '../catalog/catalog.js'
import type { TimeSource } from '../stdx/clock.js'
import type { Fence } from '../storage/fence.js'
import { insightRulesOf, type RuleKind } from './insight-rules.js'
import type { InsightsSetting } from './insights-setting.js'
import type { InsightsStore } from './insights-store.js'
import { keyMinutesKeptMs } from './limits.js'

const kinds: readonly RuleKind[] = ['PKC', 'SKC', 'PKT', 'SKT']

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
    for (const setting of await this.#store.list()) {
      const isCurrent = await this.#isCurrent(setting)
      const rules = isCurrent ? insightRulesOf(setting).map(({ kind }) => kind) : []
      for (const kind of kinds) {
        const toMs = rules.includes(kind) ? nowMs - keyMinutesKeptMs : nowMs + keyMinutesKeptMs
        await this.#store.dropMinutes(setting, kind, { fromMs: 0, toMs }, fence)
      }
      if (!isCurrent) await this.#store.drop(setting, fence)
    }
  }

  async #isCurrent({ tableName, tableId, indexName, ...scope }: InsightsSetting): Promise<boolean> {
    const table = await this.#catalog.loadTable(scope, tableName)
    if (table?.id !== tableId) return false
    return indexName === undefined || table.indexes.some(({ name }) => name === indexName)
  }
}
