/** Gives a table a new definition, together with everything that follows from it. */
import type { SettlementTimes } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import { requireChangeable } from './admission.js'
import { alterTable } from './alter-table.js'
import type { DefinitionDraft } from './settle-derived.js'
import { settleTable } from './settle-table.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import { getTableRecord, putTable, revised, type TableRecord } from './table-record.js'

export interface Redefinition extends SettlementTimes {
  readonly scope: Scope
  readonly tableName: string
  /** The new definition, from the current one. Pure: it may run again. */
  readonly wanted: (definition: TableDefinition) => DefinitionDraft
}

export function redefineTable(engine: Engine, redefinition: Redefinition): Promise<TableRecord> {
  const { scope, tableName, nowMs, wanted } = redefinition
  return alterTable(engine, scope, tableName, {
    reads: [getTableRecord(scope, tableName), getSpaceCounter()],
    decide: ([existing, counter], found) => {
      const current = requireChangeable(existing, tableName, nowMs)
      const { definition: before } = current
      const firstSpace = decodeSpaceCounter(counter)
      const settled = settleTable(before, wanted(before), found, { firstSpace, ...redefinition })
      const result = revised(current, settled.definition)
      const mutations = [...putTable(result), ...settled.mutations]
      if (settled.nextSpace > firstSpace) mutations.push(putSpaceCounter(settled.nextSpace))
      return { mutations, result }
    },
  })
}
