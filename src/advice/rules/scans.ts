/** Scans that read much and return little: queries, by the table's key or an index, would read what they return. */
import type { Rule } from '../advice.js'
import { scanCallsMin, scanPageBytesMax, scanShareMin, scanYieldMin } from '../limits.js'
import { shownNumber, shownShare } from '../show-figures.js'
import type { OperationCalls, TableWorkload } from '../workload.js'

const readers = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])

export const wastefulScans: Rule = (table) => {
  const scans = table.calls.find(({ operation }) => operation === 'Scan')
  if (scans === undefined || scans.calls < scanCallsMin) return []
  const reads = table.calls.filter(({ operation }) => readers.has(operation))
  const share = scans.calls / reads.reduce((sum, { calls }) => sum + calls, 0)
  const yielded = yieldOf(scans, table)
  if (share < scanShareMin || yielded >= scanYieldMin) return []
  const each = scans.returnedItems / scans.calls
  return [
    {
      rule: 'scans',
      table: table.name,
      finding: `${shownNumber(scans.calls)} Scans are ${shownShare(share)} of the calls that read. Each returned ${shownNumber(each)} items on average, ${shownShare(yielded)} of what a page of this table holds; AWS bills all that a Scan reads.`,
      action: 'Use Query on the key, or on a global index whose key is what the filter compares.',
    },
  ]
}

/** The share of the items on a page that is returned. */
function yieldOf({ calls, returnedItems }: OperationCalls, { own }: TableWorkload): number {
  if (own.items === 0) return 1
  const perPage = Math.min(own.items, (scanPageBytesMax * own.items) / Math.max(1, own.bytes))
  return returnedItems / (calls * perPage)
}
