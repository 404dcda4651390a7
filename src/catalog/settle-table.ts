/**
 * What a change of a table's definition means for all that is stored beside it: its indexes, the list of
 * what expires, its change log and streams, and the spaces that they take.
 */
import {
  settleChanges,
  type FoundChanges,
  type SettlementTimes,
  type WantedDefinition,
} from '../changes/settle-changes.js'
import type { TableDefinition } from '../model/table.js'
import type { Mutation } from '../storage/engine.js'
import { settleIndexes, type TableChange } from './settle-derived.js'
import { settleExpiry } from './settle-expiry.js'
import { ratchetForNeeds } from './table-needs.js'

export interface SettledTable {
  readonly definition: TableDefinition
  readonly mutations: readonly Mutation[]
  /** The first space that is still unused. */
  readonly nextSpace: number
}

export function settleTable(
  before: TableDefinition,
  wanted: TableChange,
  found: FoundChanges,
  firstSpace: number,
  times: SettlementTimes,
): SettledTable {
  const { nowMs, doneAtMs } = times
  const indexes = settleIndexes(before, wanted, firstSpace, nowMs, doneAtMs)
  const expiry = settleExpiry(before, indexes.definition, indexes.nextSpace, nowMs)
  const settled = settleLog(expiry.definition, found, expiry.nextSpace, times)
  const mutations = [...indexes.mutations, ...expiry.mutations, ...settled.mutations]
  return { ...settled, mutations }
}

/** The log and streams alone, as of a table whose indexes are made with it. */
export function settleLog(
  wanted: WantedDefinition,
  found: FoundChanges,
  firstSpace: number,
  times: SettlementTimes,
): SettledTable {
  const { stream, changes, mutations } = settleChanges(wanted, found, firstSpace, times)
  const begun = changes?.space === firstSpace
  const definition = { ...wanted, stream, changes }
  return {
    definition,
    mutations: [...mutations, ...ratchetForNeeds(definition, found.mark)],
    nextSpace: begun ? firstSpace + 1 : firstSpace,
  }
}
