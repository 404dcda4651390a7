/** The class of a table, which changes nothing here but what is described. */
import { limitExceeded, validation } from '../../model/errors.js'
import { tableClassChangesMax, tableClassWindowDays } from '../../model/limits.js'
import type { TableClassSetting, TableDefinition } from '../../model/table.js'
import { recentChanges } from './recent-changes.js'

const usualClass = 'STANDARD'
const classes = [usualClass, 'STANDARD_INFREQUENT_ACCESS']

export function checkedTableClass(name: string | undefined): string | undefined {
  if (name === undefined || classes.includes(name)) return name
  throw validation(
    `Invalid table-class parameter provided. Please try again with a valid table-class value: [${classes.join(', ')}].`,
  )
}

const limit = {
  changesMax: tableClassChangesMax,
  windowMs: tableClassWindowDays * 24 * 60 * 60 * 1000,
}

function changedTooOften() {
  return limitExceeded(
    `Subscriber limit exceeded: Updates to TableClass are limited to ${tableClassChangesMax} times in ${tableClassWindowDays} day(s).`,
  )
}

/** AWS: the class that a table has anyway changes nothing, not even what is described. */
export function changedTableClass(
  { tableClass }: Pick<TableDefinition, 'tableClass'>,
  name: string | undefined,
  nowMs: number,
): TableClassSetting | undefined {
  if (name === undefined || name === (tableClass?.name ?? usualClass)) return tableClass
  const { changesAtMs, updatedAtMs } = tableClass ?? {}
  const recent = recentChanges(changesAtMs, updatedAtMs, limit, nowMs)
  if (recent.length >= limit.changesMax) throw changedTooOften()
  return { name, updatedAtMs: nowMs, changesAtMs: [...recent, nowMs] }
}
