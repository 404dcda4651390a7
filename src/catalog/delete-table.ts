/** Marks a table as deleted, or removes it at once if deletions take no time. */
import { endChanges, type SettlementTimes } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Engine, Mutation } from '../storage/engine.js'
import type { BesideDefinition } from '../storage/table-keys.js'
import { requireDeletable } from './admission.js'
import { alterTable } from './alter-table.js'
import { getTableRecord, putTable, removeTable, revised, type TableRecord } from './table-record.js'

export interface TableDeletion extends SettlementTimes {
  readonly scope: Scope
  readonly tableName: string
  /** Throws to keep the table. Runs in the transaction that deletes it. */
  readonly check: (definition: TableDefinition) => void
  /** Records that change with it. */
  readonly besideDefinition?: readonly BesideDefinition[]
  /** Of the access stamp. */
  readonly renewal: Mutation
}

export function beginDeletion(engine: Engine, deletion: TableDeletion): Promise<TableRecord> {
  const { scope, tableName, check, nowMs, doneAtMs, renewal, besideDefinition = [] } = deletion
  return alterTable(engine, scope, tableName, {
    reads: [getTableRecord(scope, tableName), ...besideDefinition.map(({ read }) => read)],
    decide: ([existing, ...stored], found) => {
      const current = requireDeletable(existing, tableName, nowMs)
      check(current.definition)
      const transition = { kind: 'deleting', startedAtMs: nowMs, doneAtMs } as const
      const result = revised(current, { ...current.definition, transition, changes: undefined })
      const isOver = doneAtMs <= nowMs
      const removal = isOver ? [...removeTable(result.definition), renewal] : putTable(result)
      const beside = besideDefinition.flatMap((each, i) => each.mutations(stored[i]))
      return { mutations: [...removal, ...endChanges(found, deletion), ...beside], result }
    },
  })
}
