/** Tables in the order of their names: those of one account and region, or all of them. */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import {
  allTableRecords,
  tableNameOf,
  tableRecordRange,
  tableStampRange,
} from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { decodeTableEntry, stampedGone, type DecodedTable } from './table-record.js'

/** Table records read at a time when all are visited. */
const tableRecordsPage = 100

export interface TableNamesPage {
  readonly names: readonly string[]
  readonly more: boolean
}

export interface TableNamesRequest {
  readonly scope: Scope
  readonly after: string | undefined
  readonly max: number
  readonly nowMs: number
}

export async function readTableNames(
  engine: Engine,
  { scope, after, max, nowMs }: TableNamesRequest,
): Promise<TableNamesPage> {
  const range = tableStampRange(scope, after)
  const [page] = await engine.read([
    { kind: 'range', space: systemSpace, ...range, entriesMax: max },
  ])
  const present = page.entries.filter(({ value }) => !stampedGone(value, nowMs))
  return { names: present.map(({ key }) => tableNameOf(scope, key)), more: page.more }
}

/** Every table of every account and region, or of one, in any state. */
export async function* walkTables(engine: Engine, scope?: Scope): AsyncGenerator<DecodedTable> {
  const records = scope === undefined ? allTableRecords() : tableRecordRange(scope)
  const range = { space: systemSpace, ...records, entriesMax: tableRecordsPage }
  for await (const { value } of walk(engine, range)) yield decodeTableEntry(value)
}
