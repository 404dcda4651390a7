/**
 * Tables in memory, limited in number. Any of them may be stale, which its guard shows.
 *
 * Every request looks one up, so they are found by name alone: few names stand for tables of several accounts
 * or regions, and joining the three into one key costs more than the rest.
 */
import type { Scope } from '../model/arn.js'
import { tableCacheEntriesMax } from './limits.js'
import type { DescribedTable } from './table.js'

export class TableCache {
  readonly #tables = new Map<string, readonly DescribedTable[]>()
  #size = 0

  find(scope: Scope, tableName: string): DescribedTable | undefined {
    for (const table of this.#tables.get(tableName) ?? []) if (isIn(table, scope)) return table
    return undefined
  }

  keep(table: DescribedTable): void {
    this.drop(table, table.name)
    if (this.#size >= tableCacheEntriesMax) this.#dropOldest()
    this.#tables.set(table.name, [...(this.#tables.get(table.name) ?? []), table])
    this.#size++
  }

  drop(scope: Scope, tableName: string): void {
    const tables = this.#tables.get(tableName) ?? []
    this.#replace(
      tableName,
      tables,
      tables.filter((table) => !isIn(table, scope)),
    )
  }

  /** Those of the oldest name are dropped first: enough to bound the cache, and a miss costs only one read. */
  #dropOldest(): void {
    for (const [name, tables] of this.#tables) return this.#replace(name, tables, [])
  }

  #replace(
    name: string,
    before: readonly DescribedTable[],
    after: readonly DescribedTable[],
  ): void {
    this.#size += after.length - before.length
    if (after.length === 0) this.#tables.delete(name)
    else this.#tables.set(name, after)
  }
}

function isIn(table: DescribedTable, { account, region }: Scope): boolean {
  return table.region === region && table.account === account
}
