/** What a table's throughput would cost in each way to pay for it; undefined where a price is not known. */
import { listCostOf } from './bill.js'
import type { MonthlyThroughput, MonthlyUse } from './monthly-use.js'
import type { RegionPrices } from './prices.js'
import { onDemandThroughput, recordedUse } from './recorded-use.js'
import { scaledThroughput } from './scaled-throughput.js'
import { partsOfTable, type ResourceWorkload, type TableWorkload } from './workload.js'

export interface ThroughputOptions {
  readonly present: number
  readonly onDemand: number
  /** Provisioned, with auto scaling. */
  readonly scaled: number
}

export function throughputOptions(
  table: TableWorkload,
  prices: RegionPrices,
): ThroughputOptions | undefined {
  const costBy = (throughput: (resource: ResourceWorkload) => MonthlyThroughput) =>
    listCostOf(
      partsOfTable(table).map((resource): MonthlyUse => {
        const { tableClass } = table
        const none = { storedGb: 0, recoveryGb: 0, streamReads: 0 }
        return { table: table.name, tableClass, ...none, throughput: throughput(resource) }
      }),
      prices,
    )
  const present = costBy((resource) => recordedUse(table, resource).throughput)
  const onDemand = costBy((resource) => onDemandThroughput(table, resource))
  const scaled = costBy(scaledThroughput)
  if (present === undefined || onDemand === undefined || scaled === undefined) return undefined
  return { present, onDemand, scaled }
}
