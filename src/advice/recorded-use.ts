/** What a month of recorded traffic uses, if it goes on like this. */
import {
  hoursPerMonth,
  storedGbOf,
  type MonthlyThroughput,
  type MonthlyUse,
} from './monthly-use.js'
import {
  recordedMs,
  partsOfTable,
  usedUnits,
  type ResourceWorkload,
  type TableWorkload,
} from './workload.js'

const monthMs = hoursPerMonth * 3600_000

/** Of the table first, then of its global indexes. */
export function recordedUses(table: TableWorkload): readonly MonthlyUse[] {
  return partsOfTable(table).map((resource) => recordedUse(table, resource))
}

export function recordedUse(table: TableWorkload, resource: ResourceWorkload): MonthlyUse {
  const { indexName, bytes, items } = resource
  const isTable = indexName === undefined
  const storedGb = storedGbOf(bytes + (isTable ? table.localIndexBytes : 0), items)
  return {
    table: table.name,
    ...(indexName !== undefined && { indexName }),
    tableClass: table.tableClass,
    throughput: presentThroughput(table, resource),
    storedGb,
    recoveryGb: isTable && table.hasRecovery ? storedGb : 0,
    streamReads: isTable ? table.streamReads * monthsPerRecord(table) : 0,
  }
}

function presentThroughput(table: TableWorkload, resource: ResourceWorkload): MonthlyThroughput {
  const { reads, writes } = resource
  if (table.billing === 'on-demand') return onDemandThroughput(table, resource)
  return {
    billing: 'provisioned',
    readUnits: (reads.provisionedUnits ?? 0) * hoursPerMonth,
    writeUnits: (writes.provisionedUnits ?? 0) * hoursPerMonth,
  }
}

export function onDemandThroughput(
  table: TableWorkload,
  { reads, writes }: ResourceWorkload,
): MonthlyThroughput {
  const months = monthsPerRecord(table)
  return {
    billing: 'on-demand',
    readUnits: usedUnits(reads) * months,
    writeUnits: usedUnits(writes) * months,
  }
}

/** By what something recorded is multiplied to become a month's. */
export function monthsPerRecord(table: TableWorkload): number {
  const ms = recordedMs(table)
  return ms === 0 ? 0 : monthMs / ms
}
