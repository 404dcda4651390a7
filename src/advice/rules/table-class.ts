/** The class with cheaper storage and dearer throughput, or the other. */
import type { Rule } from '../advice.js'
import { billOf, listCostOf } from '../bill.js'
import type { MonthlyUse } from '../monthly-use.js'
import { recordedUses } from '../recorded-use.js'
import { shownUsd } from '../show-figures.js'
import { recordedMs } from '../workload.js'
import { isWorthwhile } from '../worthwhile.js'

export const tableClassRule: Rule = (table, prices) => {
  if (recordedMs(table) === 0) return []
  const uses = recordedUses(table)
  const other = table.tableClass === 'standard' ? 'infrequent-access' : 'standard'
  const beforeUsd = listCostOf(uses, prices)
  const changed = uses.map((use): MonthlyUse => ({ ...use, tableClass: other }))
  const afterUsd = listCostOf(changed, prices)
  if (beforeUsd === undefined || afterUsd === undefined) return []
  if (!isWorthwhile(beforeUsd, afterUsd)) return []
  const isCold = other === 'infrequent-access'
  const { isVerified } = billOf([...uses, ...changed], prices, { withFreeBands: false })
  const doubt = isVerified
    ? ''
    : ' Some of these prices are from memory of November 2024: check them.'
  return [
    {
      rule: 'table-class',
      table: table.name,
      finding: `${isCold ? 'Storage is most of the bill' : 'Throughput is most of the bill'}: ${shownUsd(beforeUsd)} a month in this class, ${shownUsd(afterUsd)} in the other.${doubt}`,
      action: `Change the class to ${isCold ? 'STANDARD_INFREQUENT_ACCESS' : 'STANDARD'}; AWS allows two changes in 30 days.`,
      monthly: { beforeUsd, afterUsd },
    },
  ]
}
