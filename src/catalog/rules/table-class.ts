/** The class of a table, which changes nothing here but what is described. */
import { validation } from '../../model/errors.js'
import type { TableClassSetting, TableDefinition } from '../../model/table.js'

const usualClass = 'STANDARD'
const classes = [usualClass, 'STANDARD_INFREQUENT_ACCESS']

export function checkedTableClass(name: string | undefined): string | undefined {
  if (name === undefined || classes.includes(name)) return name
  throw validation(
    `Invalid table-class parameter provided. Please try again with a valid table-class value: [${classes.join(', ')}].`,
  )
}

/** AWS: the class that a table has anyway changes nothing, not even what is described. */
export function changedTableClass(
  { tableClass }: Pick<TableDefinition, 'tableClass'>,
  name: string | undefined,
  nowMs: number,
): TableClassSetting | undefined {
  if (name === undefined || name === (tableClass?.name ?? usualClass)) return tableClass
  return { name, updatedAtMs: nowMs }
}
