/** Keys, or ranges of them, that get more than their share. */
import type { Advice, Rule } from '../advice.js'
import { hotKeyUnitsMin, hotKeyShareMin } from '../limits.js'
import { counted, shownNumber, shownShare } from '../show-figures.js'
import {
  partsOfTable,
  type HotKey,
  type ResourceWorkload,
  type TableWorkload,
} from '../workload.js'

const spread =
  'Spread it over more partition keys, for example with a suffix that is computed from the sort key, or cache what is read.'

export const hotKeys: Rule = (table) => [
  ...table.hotKeys.filter(isHot).map((key) => ofKey(table, key)),
  ...partsOfTable(table).flatMap((resource) => ofRanges(table, resource)),
]

function isHot({ share, units }: HotKey): boolean {
  return share >= hotKeyShareMin && units >= hotKeyUnitsMin
}

function ofKey(table: TableWorkload, { indexName, key, share, units }: HotKey): Advice {
  return {
    rule: 'hot-keys',
    table: table.name,
    ...(indexName !== undefined && { indexName }),
    finding: `The key ${key} has ${shownShare(share)} of what all keys used in the last day (${shownNumber(units)} units). A partition serves at most 3,000 read and 1,000 write units a second.`,
    action: spread,
  }
}

function ofRanges(table: TableWorkload, { indexName, reads, writes }: ResourceWorkload) {
  const refused = reads.throttled.byKeyRange + writes.throttled.byKeyRange
  const wouldBe = reads.wouldBeThrottled.byKeyRange + writes.wouldBeThrottled.byKeyRange
  if (refused + wouldBe === 0) return []
  const seen =
    refused > 0
      ? `${counted(refused, 'request')} were throttled`
      : `AWS would have throttled ${counted(wouldBe, 'request')}`
  return [
    {
      rule: 'hot-keys',
      table: table.name,
      ...(indexName !== undefined && { indexName }),
      finding: `${seen} because one range of keys had more than a partition serves.`,
      action: `${spread} Contributor Insights shows which keys they are.`,
    },
  ]
}
