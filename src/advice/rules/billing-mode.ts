/** On-demand or provisioned: whichever costs less for the traffic that was recorded. */
import type { Rule } from '../advice.js'
import type { RegionPrices } from '../prices.js'
import { suggestedBounds } from '../scaled-throughput.js'
import { shownShare, shownUsd } from '../show-figures.js'
import { throughputOptions, type ThroughputOptions } from '../throughput-options.js'
import { recordedMs, partsOfTable, type ResourceWorkload, type TableWorkload } from '../workload.js'
import { isWorthwhile } from '../worthwhile.js'

export const billingMode: Rule = (table, prices) => {
  const options = recordedMs(table) === 0 ? undefined : throughputOptions(table, prices)
  if (options === undefined) return []
  return table.billing === 'on-demand'
    ? towardsProvisioned(table, prices, options)
    : towardsOnDemand(table, options)
}

function towardsProvisioned(
  table: TableWorkload,
  prices: RegionPrices,
  { present, scaled }: ThroughputOptions,
) {
  if (!isWorthwhile(present, scaled)) return []
  const even = breakEven(table, prices)
  const pays =
    even === undefined
      ? ''
      : ` A provisioned unit pays if it is used above ${shownShare(even)} of the time.`
  return [
    {
      rule: 'billing-mode',
      table: table.name,
      finding: `The load is steady enough for provisioned throughput: on-demand costs ${shownUsd(present)} a month, units that auto scaling moves would cost ${shownUsd(scaled)}.${pays}`,
      action: `Switch to PROVISIONED with auto scaling at a target of 70 %: ${boundsOf(table)}.`,
      monthly: { beforeUsd: present, afterUsd: scaled },
    },
  ]
}

function towardsOnDemand(table: TableWorkload, { present, onDemand, scaled }: ThroughputOptions) {
  if (onDemand > scaled || !isWorthwhile(present, onDemand)) return []
  return [
    {
      rule: 'billing-mode',
      table: table.name,
      finding: `Most provisioned units are not used: they cost ${shownUsd(present)} a month, what was used would cost ${shownUsd(onDemand)} on demand.`,
      action: 'Switch to PAY_PER_REQUEST.',
      monthly: { beforeUsd: present, afterUsd: onDemand },
    },
  ]
}

/** The share of an hour in which a unit has to be used, by the prices of writes. */
export function breakEven({ tableClass }: TableWorkload, prices: RegionPrices): number | undefined {
  const { writeUnitHours, writeRequests } = prices.classes[tableClass]
  if (writeUnitHours === undefined || writeRequests === undefined) return undefined
  return writeUnitHours.usd / ((writeRequests.usd / 1_000_000) * 3600)
}

export function boundsOf(table: TableWorkload): string {
  return partsOfTable(table).map(resourceBounds).join('; ')
}

function resourceBounds({ indexName, reads, writes }: ResourceWorkload): string {
  const [r, w] = [suggestedBounds(reads), suggestedBounds(writes)]
  const name = indexName === undefined ? 'the table' : `index ${indexName}`
  return `${name} ${r.unitsMin} to ${r.unitsMax} read units and ${w.unitsMin} to ${w.unitsMax} write units`
}
