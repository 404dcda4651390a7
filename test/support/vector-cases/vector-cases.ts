/**
 * Everything that a client can be told about vector indexes: one list for all clients. SDK v3 runs it with
 * `npm test`, boto3 and the AWS CLI with `npm run test:clients`. Cases build on those before them.
 */
import { answered } from './answered.js'
import { caseTables, createdTables, deletedTables } from './case-tables.js'
import type { ClientCase } from './client-case.js'
import { refusedDefinitions } from './refused-definitions.js'
import { refusedSearches } from './refused-searches.js'
import { refusedWrites } from './refused-writes.js'

/** The names of tables begin with `prefix`, which no other client uses. */
export function vectorCases(prefix: string): readonly ClientCase[] {
  const tables = caseTables(prefix)
  return [
    ...createdTables(tables),
    ...refusedDefinitions(tables),
    ...refusedWrites(tables),
    ...refusedSearches(tables),
    ...answered(tables),
    // The restored one is among them.
    ...deletedTables(Object.values(tables) as readonly string[]),
  ]
}
