/** Tables in memory, limited in number. Any of them may be stale, which its guard shows. */
import type { Scope } from '../model/arn.js'
import { tableCacheEntriesMax } from './limits.js'
import type { DescribedTable } from './table.js'

export class TableCache {
  readonly #tables = new Map<string, DescribedTable>()

  find(scope: Scope, tableName: string): DescribedTable | undefined {
    return this.#tables.get(cacheKey(scope, tableName))
  }

  keep(table: DescribedTable): void {
    if (this.#tables.size >= tableCacheEntriesMax) this.#dropOldest()
    this.#tables.set(cacheKey(table, table.name), table)
  }

  drop(scope: Scope, tableName: string): void {
    this.#tables.delete(cacheKey(scope, tableName))
  }

  /** The oldest is dropped first: enough to bound the cache, and a miss costs only one read. */
  #dropOldest(): void {
    for (const key of this.#tables.keys()) {
      this.#tables.delete(key)
      return
    }
  }
}

function cacheKey({ account, region }: Scope, tableName: string): string {
  return `${account}/${region}/${tableName}`
}
