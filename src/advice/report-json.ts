/** A report as data for other programs: figures and advice, without the points they come from. */
import type { AdviceReport, TableReport } from './advise.js'
import { peakUnits, partsOfTable, usedUnits, type ResourceWorkload } from './workload.js'

export function reportJson({ workload, recordedMs, monthly, notes, tables, bill }: AdviceReport) {
  const { scope, fromMs, toMs } = workload
  return {
    ...scope,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    recordedSeconds: recordedMs / 1000,
    pricesOf: bill.region,
    pricesAsOf: bill.pricesAsOf,
    pricesAreVerified: bill.isVerified,
    monthly,
    notes,
    tables: tables.map(tableJson),
  }
}

function tableJson({ table, recordedMs, bill, advice }: TableReport) {
  return {
    name: table.name,
    billing: table.billing,
    tableClass: table.tableClass,
    recordedSeconds: recordedMs / 1000,
    monthlyUsd: bill.usd,
    bill: bill.lines,
    resources: partsOfTable(table).map(resourceJson),
    calls: table.calls.filter(({ calls }) => calls > 0),
    advice,
  }
}

function resourceJson({ indexName, items, bytes, reads, writes }: ResourceWorkload) {
  return {
    ...(indexName !== undefined && { indexName }),
    items,
    bytes,
    readUnits: usedUnits(reads),
    writeUnits: usedUnits(writes),
    peakReadUnitsPerSecond: peakUnits(reads),
    peakWriteUnitsPerSecond: peakUnits(writes),
  }
}
