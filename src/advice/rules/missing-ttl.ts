/** Items that say when they are of no more use, in a table that keeps them for ever. */
import type { Rule } from '../advice.js'
import { listCostOf } from '../bill.js'
import { expiryShareMin } from '../limits.js'
import { recordedUse } from '../recorded-use.js'
import { shownShare } from '../show-figures.js'

/** Less is shown as nothing. */
const shownUsdMin = 0.01

export const missingTtl: Rule = (table, prices) => {
  const { sample, expiresBy, name } = table
  if (sample === undefined || sample.items === 0 || expiresBy !== undefined) return []
  const [found] = sample.expiries
    .filter(({ items }) => items / sample.items >= expiryShareMin)
    .toSorted((a, b) => b.past - a.past)
  if (found === undefined) return []
  const pastShare = found.past / sample.items
  const use = recordedUse(table, table.own)
  const none = { billing: 'on-demand', readUnits: 0, writeUnits: 0 } as const
  const beforeUsd = listCostOf([{ ...use, throughput: none, streamReads: 0 }], prices)
  const monthly =
    beforeUsd !== undefined && beforeUsd >= shownUsdMin && found.past > 0
      ? { beforeUsd, afterUsd: beforeUsd * (1 - pastShare) }
      : undefined
  return [
    {
      rule: 'missing-ttl',
      table: name,
      finding: `${shownShare(found.items / sample.items)} of the items that were looked at have a time in ${found.name}; that of ${shownShare(pastShare)} of the items is over. Time to live is off.`,
      action: `If ${found.name} is when an item may go, turn on time to live with it: such deletions cost nothing.`,
      ...(monthly && { monthly }),
    },
  ]
}
