/**
 * Gives the items of a table to tables of the same name in other regions, which come into being with this
 * (`shared-items.ts`).
 */
import type { SettlementTimes } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import { limitExceeded, type ServiceError } from '../model/errors.js'
import { tablesPerRegionMax } from '../model/limits.js'
import type { ReplicaSetting, TableDefinition } from '../model/table.js'
import {
  systemSpace,
  type Engine,
  type Mutation,
  type RangePage,
  type SpaceId,
  type Tally,
  type TallyRead,
} from '../storage/engine.js'
import { joinRaises } from '../storage/format.js'
import { tableStampRange } from '../storage/keyspace.js'
import { requireChangeable } from './admission.js'
import { alterTable } from './alter-table.js'
import { stateOf, stillInUse } from './life-cycle.js'
import { settleTable } from './settle-table.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import {
  decodeTableRecord,
  dropSpaces,
  getTableRecord,
  putTable,
  revised,
  settledRecord,
  type TableRecord,
} from './table-record.js'
import { ownerOfSpaces } from './settle-derived.js'

/** A member that comes into being, or that was the table before. */
export interface NewSharer {
  readonly region: string
  readonly tableId: string
  readonly memberId: string
}

export interface ItemSharing extends SettlementTimes {
  readonly scope: Scope
  readonly tableName: string
  /** The space of its items, as it was found. */
  readonly space: SpaceId
  readonly groupId: string
  /** Of the table that has the items. */
  readonly memberId: string
  readonly others: readonly NewSharer[]
  /** Throws to leave the table as it is. Gets the totals of its items. Pure. */
  readonly check: (definition: TableDefinition, totals: Tally) => void
  /** The refusal if a region has a table of that name. */
  readonly taken: () => ServiceError
  /** What commits with it. Pure. */
  readonly beside: (definition: TableDefinition) => readonly Mutation[]
  /** Of the access stamp. */
  readonly renewal: Mutation
}

/** Returns the table that had the items, in its transition. */
export function shareItems(engine: Engine, sharing: ItemSharing): Promise<TableRecord> {
  const { scope, tableName, others, nowMs, doneAtMs } = sharing
  const scopes = others.map(({ region }) => ({ ...scope, region }))
  return alterTable(engine, scope, tableName, {
    reads: [
      getTableRecord(scope, tableName),
      getSpaceCounter(),
      { kind: 'tally', space: sharing.space } satisfies TallyRead,
      ...scopes.map((each) => getTableRecord(each, tableName)),
      ...scopes.map(stampsOf),
    ],
    decide: ([existing, counter, totals, ...answers], found) => {
      const current = requireChangeable(existing, tableName, nowMs)
      const { definition: before } = current
      if (before.space !== sharing.space) throw stillInUse(tableName, 'updating')
      sharing.check(before, totals)
      const places = answers.slice(0, others.length) as readonly (Buffer | undefined)[]
      const stamps = answers.slice(others.length) as readonly RangePage[]
      const replaced = places.flatMap((place) => goneAt(place, sharing))
      if (stamps.some(({ entries }) => entries.length >= tablesPerRegionMax)) throw tooManyTables()
      const firstSpace = decodeSpaceCounter(counter)
      const wanted = sharedDefinition(before, sharing)
      const next = settleTable(before, wanted, found, { firstSpace, nowMs, doneAtMs })
      const result = revised(current, next.definition)
      const created = others.map((other) => newTable(next.definition, other, sharing))
      const mutations = [
        ...replaced.flatMap(dropSpaces),
        ...[result, ...created].flatMap((record) => putTable(settledRecord(record, nowMs))),
        ...next.mutations,
        ...(next.nextSpace > firstSpace ? [putSpaceCounter(next.nextSpace)] : []),
        ...sharing.beside(next.definition),
        sharing.renewal,
      ]
      return { mutations: joinRaises(mutations), result }
    },
  })
}

function sharedDefinition(before: TableDefinition, sharing: ItemSharing): TableDefinition {
  const { memberId, nowMs, doneAtMs } = sharing
  const transition = { kind: 'updating', startedAtMs: nowMs, doneAtMs } as const
  return { ...before, replica: settingOf(memberId, sharing), transition }
}

function settingOf(memberId: string, sharing: ItemSharing): ReplicaSetting {
  const { scope, groupId, others, nowMs: sinceMs } = sharing
  const sharedBy = [scope.region, ...others.map(({ region }) => region)]
  return { groupId, memberId, sinceMs, sharedBy }
}

/** AWS: nothing that a member has for itself is copied. */
function newTable(
  shared: TableDefinition,
  { region, tableId, memberId }: NewSharer,
  sharing: ItemSharing,
): TableRecord {
  const { nowMs: createdAtMs, doneAtMs } = sharing
  const definition: TableDefinition = {
    ...shared,
    region,
    id: tableId,
    createdAtMs,
    replica: settingOf(memberId, sharing),
    spacesOwner: ownerOfSpaces(shared),
    stream: undefined,
    tags: [],
    deletionProtection: false,
    kinesisDestinations: undefined,
    pointInTimeRecovery: undefined,
    backupsUnderWay: undefined,
    transition: { kind: 'creating', startedAtMs: createdAtMs, doneAtMs },
  }
  return { definition, revision: 1 }
}

/** What an earlier table left behind in a region. */
function goneAt(
  existing: Buffer | undefined,
  { nowMs, taken }: ItemSharing,
): readonly TableDefinition[] {
  if (existing === undefined) return []
  const { definition } = decodeTableRecord(existing)
  if (stateOf(definition, nowMs) === 'gone') return [definition]
  throw taken()
}

function stampsOf(scope: Scope) {
  const range = tableStampRange(scope)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: tablesPerRegionMax } as const
}

function tooManyTables() {
  return limitExceeded(
    `Subscriber limit exceeded: There is a limit of ${tablesPerRegionMax} tables per subscriber`,
  )
}
