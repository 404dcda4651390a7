/**
 * What a new definition of a table means for everything stored with it: its derived data, its
 * change log and streams, and the spaces that they use.
 */
import type { FoundChanges } from '../changes/found-changes.js'
import {
  settleChanges,
  type SettlementTimes,
  type WantedDefinition,
} from '../changes/settle-changes.js'
import { sameReader, type ReaderDraft } from '../changes/reader.js'
import { resourceInUse } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import type { Mutation } from '../storage/engine.js'
import { joinRaises } from '../storage/format.js'
import { settleDerived, type DefinitionDraft, type SettlementStart } from './settle-derived.js'
import { ratchetForNeeds } from './table-needs.js'
import { wantedFollowers, wantedReaders } from './wanted-readers.js'

export interface SettledTable {
  readonly definition: TableDefinition
  readonly mutations: readonly Mutation[]
  /** The first space that is still unused. */
  readonly nextSpace: number
}

/** The other tables that have the same items, and so the same log. */
export interface Sharing {
  readonly siblings?: readonly TableDefinition[]
}

export function settleTable(
  before: TableDefinition,
  wanted: DefinitionDraft,
  found: FoundChanges,
  start: SettlementStart & Sharing,
): SettledTable {
  const derived = settleDerived(before, wanted, start)
  const settled = settleLog(derived.definition, found, derived.nextSpace, start)
  return { ...settled, mutations: [...derived.mutations, ...settled.mutations] }
}

/** Only the log and streams, for a table whose indexes are created with it. */
export function settleLog(
  wanted: WantedDefinition,
  found: FoundChanges,
  firstSpace: number,
  times: SettlementTimes & Sharing,
): SettledTable {
  const { siblings = [] } = times
  const tables = [wanted, ...siblings]
  const wish = {
    readers: [...tables.flatMap(wantedReaders), ...wantedFollowers(tables)],
    otherStreams: siblings.flatMap(({ stream }) => stream ?? []),
    freeSpace: firstSpace,
  }
  requireDistinct(wish.readers)
  const { stream, changes, mutations } = settleChanges(wanted, wish, found, times)
  const begun = changes?.space === firstSpace
  const definition = { ...wanted, stream, changes }
  return {
    definition,
    mutations: joinRaises([...mutations, ...ratchetForNeeds(definition, found.mark)]),
    nextSpace: begun ? firstSpace + 1 : firstSpace,
  }
}

/** Readers of one log are told apart by the time they began, which two regions may share. */
function requireDistinct(readers: readonly ReaderDraft[]): void {
  const isRepeated = (reader: ReaderDraft, i: number) =>
    readers.findIndex((each) => sameReader(each, reader)) < i
  if (readers.some(isRepeated)) {
    throw resourceInUse('The resource which you are attempting to change is in use.')
  }
}
