/**
 * How large tables are, and what throughput they have. It is read now and then, of a bounded number of tables; a
 * store that does not answer in time costs a scrape these lines and no more.
 */
import type { Catalog } from '../../catalog/catalog.js'
import type { DescribedTable } from '../../catalog/table.js'
import type { Level } from '../../metrics/levels.js'
import type { Clock } from '../../stdx/clock.js'
import type { Tally } from '../../storage/engine.js'
import { tableLevels } from '../metering/table-levels.js'
import { namedTablesMax, tableFactsAgeMs, tableFactsWaitMs } from './limits.js'

export interface TableFacts {
  readonly table: DescribedTable
  readonly size: Tally
  /** Of global and local indexes, by name. */
  readonly indexSizes: ReadonlyMap<string, Tally>
  /** Units and maximums that are set. */
  readonly levels: readonly Level[]
}

export interface TablesAtHand {
  readonly facts: readonly TableFacts[]
  /** Of all tables, also those that there are no facts of. */
  readonly count: number
}

const none: TablesAtHand = { facts: [], count: 0 }

export class TableFactsReader {
  readonly #catalog: Catalog
  readonly #clock: Clock
  #found = none
  #foundAtMs = -Infinity
  #reading: Promise<void> | undefined

  constructor(catalog: Catalog, clock: Clock) {
    this.#catalog = catalog
    this.#clock = clock
  }

  async atHand(): Promise<TablesAtHand> {
    const ageMs = this.#clock.now() - this.#foundAtMs
    if (ageMs < 0 || ageMs >= tableFactsAgeMs) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      await Promise.race([this.#reading, elapsed(tableFactsWaitMs)])
    }
    return this.#found
  }

  async #read(): Promise<void> {
    try {
      this.#found = await this.#readAll()
    } catch {
      // Facts of another time would be taken for those of today.
      this.#found = none
    }
    this.#foundAtMs = this.#clock.now()
  }

  async #readAll(): Promise<TablesAtHand> {
    const facts: TableFacts[] = []
    let count = 0
    for await (const table of this.#catalog.allTables()) {
      count++
      const found = facts.length < namedTablesMax ? await this.#factsOf(table) : undefined
      if (found !== undefined) facts.push(found)
    }
    return { facts, count }
  }

  /** Undefined if the table was deleted meanwhile. */
  async #factsOf(table: DescribedTable): Promise<TableFacts | undefined> {
    const totals = await this.#catalog.totals(table).catch(() => undefined)
    if (totals === undefined) return undefined
    const levels = tableLevels(table).filter(({ fillsGaps }) => fillsGaps !== true)
    const size = { ...totals.table, bytes: totals.tableSizeBytes }
    return { table, size, indexSizes: totals.indexes, levels }
  }
}

function elapsed(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs).unref()
  })
}
