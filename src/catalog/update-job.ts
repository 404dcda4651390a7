/** Which change of a table makes it UPDATING. AWS: every other one does not show in its state. */
import type { SettingsBefore, TableDefinition, UpdateJob } from '../model/table.js'
import type { DefinitionDraft } from './settle-derived.js'

export function updateJobOf(
  before: TableDefinition,
  after: DefinitionDraft,
): UpdateJob | undefined {
  if (before.billing.mode !== after.billing.mode) return 'billing'
  if (unitsOf(before) !== unitsOf(after)) return 'throughput'
  if ((before.stream?.enabled ?? false) !== (after.stream?.enabled ?? false)) return 'stream'
  if (indexNamesOf(before) !== indexNamesOf(after)) return 'index'
  return before.tableClass?.name === after.tableClass?.name ? undefined : 'class'
}

export function settingsBefore(
  job: UpdateJob,
  { billing, warmThroughput, tableClass }: TableDefinition,
): SettingsBefore | undefined {
  return job === 'stream' || job === 'index' ? undefined : { billing, warmThroughput, tableClass }
}

function unitsOf({ billing: { throughput } }: DefinitionDraft): string {
  return `${throughput.readUnits}/${throughput.writeUnits}`
}

function indexNamesOf({ indexes, vectorIndexes = [] }: DefinitionDraft): string {
  return [...indexes, ...vectorIndexes].map(({ name }) => name).join()
}
