/**
 * Leaves the items that tables of several regions have (`shared-items.ts`) to one of them, and deletes the
 * others. While these are DELETING, they have empty spaces of their own: so whatever ends them later, and
 * whatever becomes of the table that stays, neither touches what is the other's.
 */
import { closeStream, type SettlementTimes } from '../changes/settle-changes.js'
import { decodeStream, latestStream } from '../changes/stream-record.js'
import type { Scope } from '../model/arn.js'
import { resourceInUse } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import type { Engine, Mutation, RangePage, SpaceId } from '../storage/engine.js'
import { joinRaises } from '../storage/format.js'
import { requireChangeable } from './admission.js'
import { alterTable } from './alter-table.js'
import { indexUnderChange } from './life-cycle.js'
import { settleTable } from './settle-table.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import {
  createSpaces,
  getTableRecord,
  putTable,
  removeName,
  revised,
  settledRecord,
  type TableRecord,
} from './table-record.js'

export interface SharingEnd extends SettlementTimes {
  readonly scope: Scope
  readonly tableName: string
  /** The regions of the tables that go: all others that have the items. */
  readonly others: readonly string[]
  /** Throws to leave everything as it is. Pure. */
  readonly check: (stays: TableDefinition, leave: readonly TableDefinition[]) => void
  /** What commits with it. */
  readonly mutations: readonly Mutation[]
  /** Of the access stamp. */
  readonly renewal: Mutation
}

/** Returns the table that stays, in its transition. */
export function unshareItems(engine: Engine, end: SharingEnd): Promise<TableRecord> {
  const { scope, tableName, others, nowMs, doneAtMs } = end
  const streams = others.map((region) => latestStream({ ...scope, region }, tableName))
  return alterTable(engine, scope, tableName, {
    reads: [getTableRecord(scope, tableName), getSpaceCounter(), ...streams],
    decide: ([existing, counter, ...latest], found) => {
      const current = requireChangeable(existing, tableName, nowMs)
      const { definition: before } = current
      const leaving = found.siblings.map(({ definition }) => definition)
      end.check(before, leaving)
      requireQuiet(before, leaving, nowMs)
      const firstSpace = decodeSpaceCounter(counter)
      const transition = { kind: 'updating', startedAtMs: nowMs, doneAtMs } as const
      const wanted = { ...before, replica: undefined, transition }
      const next = settleTable(before, wanted, found, { firstSpace, nowMs, doneAtMs })
      const result = revised(current, next.definition)
      const left = leaveAll(found.siblings, next.nextSpace, end)
      const mutations = [
        ...putTable(settledRecord(result, nowMs)),
        ...next.mutations,
        ...left.mutations,
        ...latest.flatMap((page) => closed(page, end)),
        ...(left.nextSpace > firstSpace ? [putSpaceCounter(left.nextSpace)] : []),
        ...end.mutations,
        end.renewal,
      ]
      return { mutations: joinRaises(mutations), result }
    },
  })
}

function requireQuiet(
  stays: TableDefinition,
  leaving: readonly TableDefinition[],
  nowMs: number,
): void {
  if (indexUnderChange(stays, nowMs)) {
    throw resourceInUse(
      'Attempt to change a resource which is still in use: Cannot delete table while indexes are being created, updated, or deleted.',
    )
  }
  const kept = leaving.find(({ backupsUnderWay }) => backupsUnderWay !== undefined)
  if (kept !== undefined) {
    throw resourceInUse(
      `Attempt to change a resource which is still in use: Table: ${kept.name} is being backed up in region ${kept.region}.`,
    )
  }
}

interface Left {
  readonly mutations: readonly Mutation[]
  readonly nextSpace: SpaceId
}

function leaveAll(records: readonly TableRecord[], firstSpace: SpaceId, end: SharingEnd): Left {
  if (end.doneAtMs <= end.nowMs) {
    const mutations = records.flatMap(({ definition }) => removeName(definition))
    return { mutations, nextSpace: firstSpace }
  }
  let nextSpace = firstSpace
  const mutations = records.flatMap((record) => {
    const definition = departing(record.definition, () => nextSpace++, end)
    return [...putTable(revised(record, definition)), ...createSpaces(definition)]
  })
  return { mutations, nextSpace }
}

function departing(
  definition: TableDefinition,
  freeSpace: () => SpaceId,
  { nowMs, doneAtMs }: SharingEnd,
): TableDefinition {
  return {
    ...definition,
    space: freeSpace(),
    indexes: definition.indexes.map((index) => ({ ...index, space: freeSpace() })),
    vectorIndexes: definition.vectorIndexes?.map((index) => ({
      ...index,
      space: freeSpace(),
      listsSpace: undefined,
    })),
    changes: undefined,
    replica: undefined,
    spacesOwner: undefined,
    pointInTimeRecovery: undefined,
    departingIndex: undefined,
    departingVectorIndex: undefined,
    transition: { kind: 'deleting', startedAtMs: nowMs, doneAtMs },
  }
}

/** A stream stays readable for a day, like that of any deleted table. */
function closed({ entries }: RangePage, { nowMs, doneAtMs }: SharingEnd): readonly Mutation[] {
  const [stream] = entries
  return closeStream(stream && decodeStream(stream.value), nowMs, doneAtMs)
}
