/**
 * Gives a table a new definition, together with everything that follows from it.
 *
 * If only settings differ, only the record is written and its stamp stays the same, so requests
 * that hold the table continue undisturbed, on every server. Two changes of one definition cannot
 * overwrite each other, since each transaction reads the record that it replaces.
 */
import type { FoundChanges } from '../changes/found-changes.js'
import type { SettlementTimes } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Engine, Mutation } from '../storage/engine.js'
import { joinRaises } from '../storage/format.js'
import type { BesideDefinition } from '../storage/table-keys.js'
import { requireChangeable } from './admission.js'
import { alterTable } from './alter-table.js'
import type { DefinitionDraft } from './settle-derived.js'
import { settleTable } from './settle-table.js'
import { concernsSiblings, putSiblings } from './shared-items.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import {
  getTableRecord,
  putTable,
  putTableRecord,
  revised,
  settledRecord,
  type TableRecord,
} from './table-record.js'
import { withSettings } from './layout.js'

export interface Redefinition extends SettlementTimes {
  readonly scope: Scope
  readonly tableName: string
  /** Computes the new definition from the current one. Pure: it may run again. */
  readonly wanted: (definition: TableDefinition) => DefinitionDraft
  /** What is written with a new layout: the record of a job, say. Pure. */
  readonly beside?: LayoutPart
  /** Records that change with the definition, each another one. */
  readonly besideDefinition?: readonly BesideDefinition[]
  /** Of the access stamp, for new tags: policies can mention them. */
  readonly renewal: Mutation
}

/** Gets the new definition, and what there was of the table's change log. */
export type LayoutPart = (after: TableDefinition, found: FoundChanges) => readonly Mutation[]

/** Returns the table in its transition, for the answer; what is stored is `settled`. */
export async function redefineTable(
  engine: Engine,
  redefinition: Redefinition,
): Promise<TableRecord> {
  const { besideDefinition = [] } = redefinition
  if (besideDefinition.length > 0) return changeLayout(engine, redefinition)
  return (await changeSettings(engine, redefinition)) ?? changeLayout(engine, redefinition)
}

/** Writes nothing and returns undefined if the layout has to change, or tables of other regions. */
function changeSettings(
  engine: Engine,
  { scope, tableName, nowMs, wanted, renewal }: Redefinition,
): Promise<TableRecord | undefined> {
  return engine.transact({
    reads: [getTableRecord(scope, tableName)],
    decide: ([existing]) => {
      const current = requireChangeable(existing, tableName, nowMs)
      const definition = withSettings(current.definition, wanted(current.definition))
      if (definition === undefined || concernsSiblings(current.definition, definition)) {
        return { mutations: [], result: undefined }
      }
      const result = { ...current, definition }
      const put = putTableRecord(settledRecord(result, nowMs))
      return { mutations: [put, ...ifRetagged(current, result, renewal)], result }
    },
  })
}

/** Settles the definition against what is stored, even if it is the same as before. */
export function changeLayout(engine: Engine, redefinition: Redefinition): Promise<TableRecord> {
  const { scope, tableName, nowMs, wanted, beside, besideDefinition = [], renewal } = redefinition
  const others = besideDefinition.map(({ read }) => read)
  return alterTable(engine, scope, tableName, {
    reads: [getTableRecord(scope, tableName), getSpaceCounter(), ...others],
    decide: ([existing, counter, ...stored], found) => {
      const current = requireChangeable(existing, tableName, nowMs)
      const { definition: before } = current
      const firstSpace = decodeSpaceCounter(counter)
      const siblings = found.siblings.map(({ definition }) => definition)
      const start = { ...redefinition, firstSpace, siblings }
      const next = settleTable(before, wanted(before), found, start)
      const result = revised(current, next.definition)
      const mutations = [
        ...putTable(settledRecord(result, nowMs)),
        ...putSiblings(found.siblings, next.definition, nowMs),
        ...next.mutations,
      ]
      if (next.nextSpace > firstSpace) mutations.push(putSpaceCounter(next.nextSpace))
      if (beside !== undefined) mutations.push(...beside(next.definition, found))
      mutations.push(...besideDefinition.flatMap((each, i) => each.mutations(stored[i])))
      mutations.push(...ifRetagged(current, result, renewal))
      return { mutations: joinRaises(mutations), result }
    },
  })
}

/** A change that is not about tags leaves the list as it is. */
function ifRetagged(
  before: TableRecord,
  after: TableRecord,
  renewal: Mutation,
): readonly Mutation[] {
  return before.definition.tags === after.definition.tags ? [] : [renewal]
}
