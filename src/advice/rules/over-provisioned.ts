/** Provisioned units that are far above what is used, where on-demand would not be cheaper still. */
import type { Rule } from '../advice.js'
import { shownNumber } from '../show-figures.js'
import { throughputOptions } from '../throughput-options.js'
import { peakUnits, recordedMs, type TableWorkload } from '../workload.js'
import { isWorthwhile } from '../worthwhile.js'
import { boundsOf } from './billing-mode.js'

export const overProvisioned: Rule = (table, prices) => {
  if (table.billing === 'on-demand' || recordedMs(table) === 0) return []
  const options = throughputOptions(table, prices)
  if (options === undefined) return []
  const { present, scaled, onDemand } = options
  if (scaled >= onDemand || !isWorthwhile(present, scaled)) return []
  return [
    {
      rule: 'over-provisioned',
      table: table.name,
      finding: `More is provisioned than is used: ${usedOf(table)}.`,
      action: `Let auto scaling move the units at a target of 70 %: ${boundsOf(table)}.`,
      monthly: { beforeUsd: present, afterUsd: scaled },
    },
  ]
}

function usedOf({ own: { reads, writes } }: TableWorkload): string {
  const side = (noun: string, traffic: typeof reads) =>
    `${traffic.provisionedUnits ?? 0} ${noun} units, of which ${shownNumber(peakUnits(traffic))} are used in the busiest five minutes`
  return `${side('read', reads)}; ${side('write', writes)}`
}
