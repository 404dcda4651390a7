/**
 * An index that copies whole items, where reading the items from the table when they are wanted would cost less than
 * writing and storing the copies.
 */
import type { Advice, Rule } from '../advice.js'
import { listCostOf } from '../bill.js'
import { keysOnlyBytes } from '../limits.js'
import { storedGbOf, type MonthlyUse } from '../monthly-use.js'
import type { RegionPrices } from '../prices.js'
import { recordedUse } from '../recorded-use.js'
import { shownBytes, shownUsd } from '../show-figures.js'
import type { ResourceWorkload, TableWorkload } from '../workload.js'
import { isWorthwhile } from '../worthwhile.js'

/** Only of on-demand tables: elsewhere a unit that is saved is still provisioned. */
export const indexProjection: Rule = (table, prices) =>
  table.billing === 'on-demand'
    ? table.indexes.flatMap((index) => adviceOn(table, index, prices))
    : []

function adviceOn(
  table: TableWorkload,
  index: ResourceWorkload,
  prices: RegionPrices,
): readonly Advice[] {
  const { projection, items, bytes } = index
  if (projection !== 'ALL' || items === 0) return []
  const entryBytes = bytes / items
  const present = recordedUse(table, index)
  // An index that nobody reads is better deleted.
  if (present.throughput.readUnits === 0 || entryBytes <= keysOnlyBytes) return []
  const beforeUsd = listCostOf([present], prices)
  const afterUsd = listCostOf([withKeysOnly(table, present, index)], prices)
  if (beforeUsd === undefined || afterUsd === undefined) return []
  if (!isWorthwhile(beforeUsd, afterUsd)) return []
  return [
    {
      rule: 'index-projection',
      table: table.name,
      indexName: index.indexName!,
      finding: `It copies whole items of ${shownBytes(entryBytes)}, and is written much more than it is read. Writing and storing the copies makes it cost ${shownUsd(beforeUsd)} a month.`,
      action: `Project KEYS_ONLY, or the attributes that queries need, and read the items from the table: about ${shownUsd(afterUsd)} with those reads.`,
      monthly: { beforeUsd, afterUsd },
    },
  ]
}

/** Entries of 1 KB at most, and a read of the item in the table for each entry that is read now. */
function withKeysOnly(
  table: TableWorkload,
  use: MonthlyUse,
  { items, bytes }: ResourceWorkload,
): MonthlyUse {
  const entryBytes = bytes / items
  const { readUnits, writeUnits, billing } = use.throughput
  // Eventually consistent: half a unit for 4 KB.
  const entriesRead = (readUnits * 2 * 4096) / entryBytes
  const itemBytes = table.own.items === 0 ? entryBytes : table.own.bytes / table.own.items
  const itemReads = entriesRead * 0.5 * Math.ceil(itemBytes / 4096)
  const indexReads = readUnits * (keysOnlyBytes / entryBytes)
  return {
    ...use,
    throughput: {
      billing,
      readUnits: indexReads + itemReads,
      writeUnits: writeUnits / Math.ceil(entryBytes / 1024),
    },
    storedGb: storedGbOf(items * keysOnlyBytes, items),
  }
}
