/**
 * A transaction that changes the guard that a table's writers depend on.
 *
 * It locks the table's items exclusively, so that no write that began under the old definition
 * commits after the new one. Their space, and where the table's change log is stored, must be known
 * before the transaction starts; both are looked up again if the table turns out to have been
 * replaced. Tables that have the same items are read with it, so that all of them can be changed.
 */
import { changeReads, foundChanges, type FoundChanges } from '../changes/found-changes.js'
import type { Scope } from '../model/arn.js'
import { staleTableRetriesMax } from './limits.js'
import type { TableDefinition } from '../model/table.js'
import type { Decision, Engine, Get, Read, ResultsOf } from '../storage/engine.js'
import { GuardBroken, StorageError } from '../storage/errors.js'
import { joinReads } from '../storage/join-reads.js'
import { decodeSiblings, siblingReads } from './shared-items.js'
import { staleTablePause } from './stale-table-pause.js'
import { decodeTableRecord, getTableRecord, type TableRecord } from './table-record.js'

/** Its reads begin with the table's record. */
export interface Alteration<R extends readonly [Get, ...Read[]], T> {
  readonly reads: R
  readonly decide: (results: ResultsOf<R>, found: FoundTable) => Decision<T>
}

/** What else is stored of a table. */
export interface FoundTable extends FoundChanges {
  /** The other tables that have its items. */
  readonly siblings: readonly TableRecord[]
}

export async function alterTable<const R extends readonly [Get, ...Read[]], T>(
  engine: Engine,
  scope: Scope,
  tableName: string,
  { reads, decide }: Alteration<R, T>,
): Promise<T> {
  for (let attempt = 0; attempt < staleTableRetriesMax; attempt++) {
    const [record] = await engine.read([getTableRecord(scope, tableName)])
    const before = definitionIn(record)
    const siblings = siblingReads(before)
    const about = joinReads(changeReads(scope, tableName, before?.changes), siblings)
    const joined = joinReads(reads, about.reads)
    try {
      return await engine.transact<readonly Read[], T>({
        exclusive: before === undefined ? [] : [before.space],
        reads: joined.reads,
        decide(answers) {
          const [results, others] = joined.split(answers)
          const [changes, records] = about.split(others)
          if (!sameSpaces(before, definitionIn(results[0]))) {
            throw new GuardBroken('the table was replaced')
          }
          return decide(results, { ...foundChanges(changes), siblings: decodeSiblings(records) })
        },
      })
    } catch (error) {
      if (!(error instanceof GuardBroken)) throw error
      await staleTablePause(attempt + 1)
    }
  }
  throw new StorageError('conflict', 'the table kept changing while it was to be changed')
}

function definitionIn(record: Buffer | undefined): TableDefinition | undefined {
  return record && decodeTableRecord(record).definition
}

/** Whether the spaces and tables that were read and locked are still the right ones. */
function sameSpaces(a: TableDefinition | undefined, b: TableDefinition | undefined): boolean {
  const sameRegions = a?.replica?.sharedBy?.join() === b?.replica?.sharedBy?.join()
  return a?.space === b?.space && a?.changes?.space === b?.changes?.space && sameRegions
}
