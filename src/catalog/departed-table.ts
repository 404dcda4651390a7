/**
 * A deleted table whose items somebody still needs: a backup that is under way, or the backup that the
 * deletion itself causes. The record stands for the space of the items, which exists as long as it does;
 * everything derived from them is gone.
 *
 * Every server that deletes such a table knows this record, because the table needs one that does
 * (`table-needs.ts`). `backups/departed-tables.ts` decides when the items can go.
 */
import type { TableDefinition, TableLayout } from '../model/table.js'
import {
  systemSpace,
  type Engine,
  type Guard,
  type Mutation,
  type SpaceId,
} from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { allDepartedTables, departedTableKey } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'

export interface DepartedTable {
  /** As it was last, with its end. */
  readonly definition: TableDefinition
  /** The backup that its deletion caused, once that has begun. */
  readonly backupTicket?: string
}

const { record: kind, revision } = formatSteps.departedTables
const { encode, decode } = jsonRecordAt<DepartedTable>(kind, revision)

/** Whether the items of a table outlive it. */
export function keepsItems(layout: TableLayout): boolean {
  return layout.backupsUnderWay !== undefined || keepsLastState(layout)
}

/** AWS: the deletion of a table with point-in-time recovery causes a backup. */
export function keepsLastState({ pointInTimeRecovery }: TableLayout): boolean {
  return pointInTimeRecovery !== undefined
}

export function putDeparted(departed: DepartedTable): Mutation {
  const key = departedTableKey(departed.definition.space)
  return { kind: 'put', space: systemSpace, key, value: encode(departed) }
}

/** Frees the items as well. */
export function dropDeparted({ definition: { space } }: DepartedTable): readonly Mutation[] {
  return [
    { kind: 'drop-space', space },
    { kind: 'delete', space: systemSpace, key: departedTableKey(space) },
  ]
}

/** Holds as long as the record is as it was read. */
export function departedGuard(departed: DepartedTable): Guard {
  const key = departedTableKey(departed.definition.space)
  return { space: systemSpace, key, value: encode(departed) }
}

/** A guard that holds as long as the items of a deleted table are kept; undefined if they are not. */
export async function findDepartedGuard(
  engine: Engine,
  space: SpaceId,
): Promise<Guard | undefined> {
  const key = departedTableKey(space)
  const [value] = await engine.read([{ kind: 'get', space: systemSpace, key }])
  return value && { space: systemSpace, key, value }
}

export async function* departedTables(engine: Engine): AsyncGenerator<DepartedTable> {
  const range = { space: systemSpace, ...allDepartedTables(), entriesMax: 50 }
  for await (const { value } of walk(engine, range)) yield decode(value)
}
