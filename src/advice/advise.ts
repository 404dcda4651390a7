/** All rules on all tables of a workload, and what the tables cost as they are. */
import { savingOf, type Advice, type MonthlyChange, type Rule } from './advice.js'
import { billOf, type Bill } from './bill.js'
import { recordedMsMin } from './limits.js'
import type { RegionPrices } from './prices.js'
import { recordedUses } from './recorded-use.js'
import { billingMode } from './rules/billing-mode.js'
import { hotKeys } from './rules/hot-keys.js'
import { indexProjection } from './rules/index-projection.js'
import { largeItems } from './rules/large-items.js'
import { missingTtl } from './rules/missing-ttl.js'
import { overProvisioned } from './rules/over-provisioned.js'
import { wastefulScans } from './rules/scans.js'
import { tableClassRule } from './rules/table-class.js'
import { tooLittleCapacity } from './rules/too-little-capacity.js'
import { unusedIndex } from './rules/unused-index.js'
import { shownSpan } from './show-figures.js'
import { recordedMs, type TableWorkload, type Workload } from './workload.js'

const rules: readonly Rule[] = [
  billingMode,
  overProvisioned,
  tooLittleCapacity,
  tableClassRule,
  unusedIndex,
  indexProjection,
  hotKeys,
  wastefulScans,
  largeItems,
  missingTtl,
]

export interface AdviceReport {
  readonly workload: Workload
  /** The longest time that was recorded of a table. */
  readonly recordedMs: number
  /** Of all tables, at list price. */
  readonly bill: Bill
  /** What everything costs now, and after the largest saving of each table. */
  readonly monthly: MonthlyChange
  readonly tables: readonly TableReport[]
  /** What a reader has to know before following any of it. */
  readonly notes: readonly string[]
}

export interface TableReport {
  readonly table: TableWorkload
  readonly recordedMs: number
  readonly bill: Bill
  /** The largest saving first. */
  readonly advice: readonly Advice[]
}

export function adviseOn(workload: Workload, prices: RegionPrices): AdviceReport {
  const tables = workload.tables.map((table) => tableReport(table, prices))
  const recorded = tables.reduce((most, table) => Math.max(most, table.recordedMs), 0)
  const uses = workload.tables.flatMap(recordedUses)
  const bill = billOf(uses, prices, { withFreeBands: false })
  const saving = tables.reduce((sum, { advice }) => sum + largestSaving(advice), 0)
  return {
    workload,
    recordedMs: recorded,
    bill,
    monthly: { beforeUsd: bill.usd, afterUsd: Math.max(0, bill.usd - saving) },
    tables,
    notes: [...recordNotes(recorded, tables), ...priceNotes(workload, prices, bill)],
  }
}

function tableReport(table: TableWorkload, prices: RegionPrices): TableReport {
  return {
    table,
    recordedMs: recordedMs(table),
    bill: billOf(recordedUses(table), prices, { withFreeBands: false }),
    advice: rules
      .flatMap((rule) => rule(table, prices))
      .toSorted((a, b) => savingOf(b) - savingOf(a)),
  }
}

function largestSaving(advice: readonly Advice[]): number {
  return advice.reduce((most, each) => Math.max(most, savingOf(each)), 0)
}

export function recordNotes(recorded: number, tables: readonly unknown[]): readonly string[] {
  if (tables.length === 0) return ['There are no tables.']
  if (recorded === 0) {
    return ['No traffic was recorded: nothing can be said about throughput, classes and indexes.']
  }
  if (recorded >= recordedMsMin) return []
  return [
    `Only ${shownSpan(recorded)} of traffic were recorded: a month is a bold guess from that, and nothing is said about what did not happen in it.`,
  ]
}

function priceNotes(
  { scope }: Workload,
  prices: RegionPrices,
  { isVerified, isComplete }: Bill,
): readonly string[] {
  const notes = [
    `Prices of ${prices.region}, as of ${prices.asOf}, without free bands, taxes and discounts.`,
  ]
  if (scope.region !== prices.region) {
    notes.push(`The prices of ${scope.region} are not known.`)
  }
  if (!isVerified) {
    notes.push('Some prices are from memory of November 2024: check them before use.')
  }
  if (!isComplete) notes.push('Some prices are not known; what has none is not in the sums.')
  return notes
}
