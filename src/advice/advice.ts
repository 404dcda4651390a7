/** A piece of advice: what was seen, what to do about it, and what that changes in a month. */
import type { RegionPrices } from './prices.js'
import type { TableWorkload } from './workload.js'

export interface Advice {
  readonly rule: string
  readonly table: string
  readonly indexName?: string
  /** Sentences with figures. */
  readonly finding: string
  readonly action: string
  /** Absent if it does not save money, or a price is not known. */
  readonly monthly?: MonthlyChange
}

export interface MonthlyChange {
  readonly beforeUsd: number
  readonly afterUsd: number
}

/** Pure: the same workload and prices give the same advice. */
export type Rule = (table: TableWorkload, prices: RegionPrices) => readonly Advice[]

export function savingOf({ monthly }: Advice): number {
  return monthly === undefined ? 0 : monthly.beforeUsd - monthly.afterUsd
}
