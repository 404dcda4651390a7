/** The class with cheaper storage and dearer throughput, or the other. */
import type { Rule } from '../advice.js'
import { listCostOf } from '../bill.js'
import { recordedUses } from '../recorded-use.js'
import { shownUsd } from '../show-figures.js'
import { recordedMs } from '../workload.js'
import { isWorthwhile } from '../worthwhile.js'

export const tableClassRule: Rule = (table, prices) => {
  if (recordedMs(table) === 0) return []
  const uses = recordedUses(table)
  const other = table.tableClass === 'standard' ? 'infrequent-access' : 'standard'
  const beforeUsd = listCostOf(uses, prices)
  const afterUsd = listCostOf(
    uses.map((use) => ({ ...use, tableClass: other })),
    prices,
  )
  if (beforeUsd === undefined || afterUsd === undefined) return []
  if (!isWorthwhile(beforeUsd, afterUsd)) return []
  const isCold = other === 'infrequent-access'
  return [
    {
      rule: 'table-class',
      table: table.name,
      finding: `${isCold ? 'Storage is most of the bill' : 'Throughput is most of the bill'}: ${shownUsd(beforeUsd)} a month in this class, ${shownUsd(afterUsd)} in the other.`,
      action: `Change the class to ${isCold ? 'STANDARD_INFREQUENT_ACCESS' : 'STANDARD'}; AWS allows two changes in 30 days.`,
      monthly: { beforeUsd, afterUsd },
    },
  ]
}
