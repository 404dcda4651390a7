/** What one table or index uses in a month, in the quantities that are billed. */
import type { TableClass } from './prices.js'

export interface MonthlyUse {
  readonly table: string
  /** Absent for the table itself. */
  readonly indexName?: string
  readonly tableClass: TableClass
  readonly throughput: MonthlyThroughput
  /** With the overhead of each item. */
  readonly storedGb: number
  /** What point-in-time recovery covers; 0 if it is off. */
  readonly recoveryGb: number
  /** Calls of GetRecords. */
  readonly streamReads: number
}

/** Request units in a month, or units for hours. */
export interface MonthlyThroughput {
  readonly billing: BillingMode
  readonly readUnits: number
  readonly writeUnits: number
}

export type BillingMode = 'on-demand' | 'provisioned'

/** As AWS's own estimates count. */
export const hoursPerMonth = 730
export const secondsPerMonth = hoursPerMonth * 3600
export const gigabyte = 1024 ** 3
/** AWS stores this much beside each item, and bills it. */
export const itemOverheadBytes = 100

export function storedGbOf(bytes: number, items: number): number {
  return (bytes + items * itemOverheadBytes) / gigabyte
}
