/**
 * A transaction that changes a table's definition, hence the guard that the table's writers go by.
 *
 * The items stand still meanwhile, so that no write that began under the old definition is committed
 * after the new one. Which space that is must be known beforehand, and is looked up again when the
 * table turns out to be another one by then.
 */
import type { Scope } from '../model/arn.js'
import { staleTableRetriesMax } from '../model/limits.js'
import type { Decision, Engine, Get, Read, ResultsOf, SpaceId } from '../storage/engine.js'
import { GuardBroken, StorageError } from '../storage/errors.js'
import { decodeTableRecord, getTableRecord } from './table-record.js'

/** Its reads begin with the table's record. */
export interface Alteration<R extends readonly [Get, ...Read[]], T> {
  readonly reads: R
  readonly decide: (results: ResultsOf<R>) => Decision<T>
}

export async function alterTable<const R extends readonly [Get, ...Read[]], T>(
  engine: Engine,
  scope: Scope,
  tableName: string,
  { reads, decide }: Alteration<R, T>,
): Promise<T> {
  for (let attempt = 0; attempt < staleTableRetriesMax; attempt++) {
    const [record] = await engine.read([getTableRecord(scope, tableName)])
    const space = spaceIn(record)
    try {
      return await engine.transact({
        exclusive: space === undefined ? [] : [space],
        reads,
        decide(results) {
          if (spaceIn(results[0]) !== space) throw new GuardBroken('the table is another one')
          return decide(results)
        },
      })
    } catch (error) {
      if (!(error instanceof GuardBroken)) throw error
    }
  }
  throw new StorageError('conflict', 'the table kept changing while it was to be changed')
}

function spaceIn(record: Buffer | undefined): SpaceId | undefined {
  return record && decodeTableRecord(record).definition.space
}
