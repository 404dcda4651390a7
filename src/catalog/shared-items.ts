/**
 * Tables of several regions that have the same items: the members of a strongly consistent global table.
 *
 * Each has a record of its own, and all of them name the same spaces: of the items, of the indexes, of the
 * change log. So a request in any region reads and writes what the others do, with nothing in between, and
 * a table from the cache costs no more than any other. What holds for all of them is changed in all records
 * by one transaction, which locks the items and renews every guard: so no server, in whatever region, writes
 * under a layout of before.
 *
 * What a table has for itself is listed here; everything else is common, as is every new member of a
 * definition until it is listed.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../model/arn.js'
import type { TableDefinition, TableLayout, Transition } from '../model/table.js'
import type { Get, Mutation } from '../storage/engine.js'
import {
  decodeTableRecord,
  getTableRecord,
  putTable,
  revised,
  settledRecord,
  type TableRecord,
} from './table-record.js'

type OwnMember =
  | 'account'
  | 'region'
  | 'id'
  | 'createdAtMs'
  | 'replica'
  | 'stream'
  | 'tags'
  | 'deletionProtection'
  | 'protectionChangedAtMs'
  | 'kinesisDestinations'
  | 'pointInTimeRecovery'
  | 'backupsUnderWay'
  | 'spacesOwner'

export type OwnMembers = Pick<TableDefinition, OwnMember>

/** The regions of the other tables that have the items of this one. */
export function siblingsOf({ account, region, replica }: TableLayout): readonly Scope[] {
  const regions = replica?.sharedBy ?? []
  return regions.filter((each) => each !== region).map((each) => ({ account, region: each }))
}

/** Reads the records of its siblings; `decodeSiblings` interprets the answers. */
export function siblingReads(table: TableLayout | undefined): readonly Get[] {
  return table === undefined
    ? []
    : siblingsOf(table).map((scope) => getTableRecord(scope, table.name))
}

export function decodeSiblings(records: readonly (Buffer | undefined)[]): readonly TableRecord[] {
  return records.filter((bytes) => bytes !== undefined).map(decodeTableRecord)
}

/** A table with all that it has in common with another one as that one has it. */
export function withCommon(own: TableDefinition, changed: TableDefinition): TableDefinition {
  return { ...changed, ...ownMembers(own), transition: commonTransition(own, changed) }
}

export function ownMembers(definition: TableDefinition): OwnMembers {
  const { account, region, id, createdAtMs, replica, stream, tags, spacesOwner } = definition
  const { deletionProtection, protectionChangedAtMs, kinesisDestinations } = definition
  const { pointInTimeRecovery, backupsUnderWay } = definition
  return {
    account,
    region,
    id,
    createdAtMs,
    replica,
    stream,
    tags,
    deletionProtection,
    protectionChangedAtMs,
    kinesisDestinations,
    pointInTimeRecovery,
    backupsUnderWay,
    spacesOwner,
  }
}

/** A stream is begun or ended in one region; whatever else takes its time does so in all. */
function commonTransition(
  { transition: own }: TableDefinition,
  { transition: changed }: TableDefinition,
): Transition | undefined {
  return changed === undefined || changed.job === 'stream' ? own : changed
}

/** The records of the siblings of a table whose layout has changed. */
export function putSiblings(
  siblings: readonly TableRecord[],
  changed: TableDefinition,
  nowMs: number,
): readonly Mutation[] {
  return siblings.flatMap((sibling) => {
    const next = revised(sibling, withCommon(sibling.definition, changed))
    return putTable(settledRecord(next, nowMs))
  })
}

/** Whether a new definition of a table is also about its siblings. */
export function concernsSiblings(before: TableDefinition, after: TableDefinition): boolean {
  if (before.replica?.sharedBy === undefined) return false
  return !isDeepStrictEqual(commonOf(before), commonOf(after))
}

function commonOf(definition: TableDefinition): unknown {
  const own: Record<string, unknown> = { ...ownMembers(definition) }
  const common = Object.entries(definition).filter(([name]) => !Object.hasOwn(own, name))
  return JSON.parse(JSON.stringify(Object.fromEntries(common)))
}
