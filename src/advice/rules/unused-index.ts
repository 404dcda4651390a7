/** A global index that nobody reads and every write pays for. */
import type { Rule } from '../advice.js'
import { listCostOf } from '../bill.js'
import { recordedMsMin } from '../limits.js'
import { recordedUse } from '../recorded-use.js'
import { shownBytes, shownNumber, shownSpan } from '../show-figures.js'
import { recordedMs, usedUnits } from '../workload.js'

export const unusedIndex: Rule = (table, prices) => {
  if (recordedMs(table) < recordedMsMin) return []
  const unused = table.indexes.filter(
    ({ reads, writes, bytes, items }) =>
      reads.points.length > 0 &&
      usedUnits(reads) === 0 &&
      (usedUnits(writes) > 0 || bytes + items > 0),
  )
  return unused.map((index) => {
    const beforeUsd = listCostOf([recordedUse(table, index)], prices)
    return {
      rule: 'unused-index',
      table: table.name,
      indexName: index.indexName!,
      finding: `Nobody has read it in ${shownSpan(recordedMs(table))}; writes used ${shownNumber(usedUnits(index.writes))} units of it, and it holds ${shownBytes(index.bytes)}.`,
      action: 'Delete the index, unless something needs it less often than that.',
      ...(beforeUsd !== undefined && { monthly: { beforeUsd, afterUsd: 0 } }),
    }
  })
}
