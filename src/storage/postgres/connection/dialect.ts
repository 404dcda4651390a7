/**
 * All that is said in SQL which not every database of PostgreSQL's wire protocol understands, and
 * what the others are told instead. Only plain PostgreSQL was tested; what is said of CockroachDB
 * and YugabyteDB comes from their documents. `isolation=serializable` chooses the portable side.
 *
 * Everything else the engine says is common ground: tables with a primary key, SELECT with UNION
 * ALL, LATERAL, window sums, FOR UPDATE and FOR SHARE, `INSERT … ON CONFLICT`, data-modifying WITH,
 * `unnest` of several arrays WITH ORDINALITY, `string_agg`, `decode`, `lpad`, `to_hex`,
 * `octet_length`.
 */
import type { Isolation } from '../options.js'

export interface Dialect {
  /** Keeps others from writing to the relations until the transaction ends. */
  lockRelations(relations: readonly string[]): readonly string[]
  /** Makes servers that start together set up the schema one after another. */
  lockSetUp(): readonly string[]
  /** What follows a CREATE TABLE of few rows that change with every write. */
  readonly hotRows: string
  /** Settings of every connection. */
  readonly session: Readonly<Record<string, string>>
}

/** Any number that nothing else in the database uses for an advisory lock. */
const setUpLock = 7_210_419_382

const plainPostgres: Dialect = {
  // Conflicts with the ROW EXCLUSIVE of every writer, not with readers. A writer takes its lock
  // before its snapshot, which is what guards rest on: see `postgres-engine.ts`.
  lockRelations: (relations) =>
    relations.length === 0
      ? []
      : [`LOCK TABLE ${relations.join(', ')} IN SHARE ROW EXCLUSIVE MODE`],
  lockSetUp: () => [`SELECT pg_advisory_xact_lock(${setUpLock})`],
  // Room on each page for the next versions of its rows, which then need no index entries.
  hotRows: ' WITH (fillfactor = 20)',
  // Everything is looked up by its key, so there is one good plan for each statement, whatever its
  // parameters are and however small the relation still was when the plan was made.
  session: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' },
}

const portable: Dialect = {
  // There is no LOCK TABLE in CockroachDB. Under SERIALIZABLE none is needed: a guard that was read
  // and changed by another makes one of the two fail with 40001, and it is tried again.
  lockRelations: () => [],
  // CockroachDB's advisory locks do nothing. Those who collide are refused and try again.
  lockSetUp: () => [],
  hotRows: '',
  session: {},
}

export function dialectOf(isolation: Isolation): Dialect {
  return isolation === 'serializable' ? portable : plainPostgres
}
