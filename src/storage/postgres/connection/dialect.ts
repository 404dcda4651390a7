/**
 * All SQL that not every database with PostgreSQL's wire protocol understands, and its replacement
 * for the others. Only plain PostgreSQL was tested; the parts for CockroachDB and YugabyteDB follow
 * their documentation. `isolation=serializable` chooses the portable side.
 *
 * Everything else the engine uses is common to all: tables with a primary key, SELECT with UNION
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
  /** Follows a CREATE TABLE for few rows that change with every write. */
  readonly hotRows: string
  /** Ends our sessions that have waited for the rest of a statement for longer than this; see `half-sent.ts`. */
  endHalfSent(waitMs: number): string | undefined
  /** Settings of every connection. */
  readonly session: Readonly<Record<string, string>>
}

/** Any number that nothing else in the database uses for an advisory lock. */
const setUpLock = 7_210_419_382

const plainPostgres: Dialect = {
  // Conflicts with the ROW EXCLUSIVE of every writer, not with readers. A writer takes its lock
  // before its snapshot, which guards depend on: see `postgres-engine.ts`.
  lockRelations: (relations) =>
    relations.length === 0
      ? []
      : [`LOCK TABLE ${relations.join(', ')} IN SHARE ROW EXCLUSIVE MODE`],
  lockSetUp: () => [`SELECT pg_advisory_xact_lock(${setUpLock})`],
  // Leaves room on each page for the next versions of its rows, which then need no index entries.
  hotRows: ' WITH (fillfactor = 20)',
  endHalfSent: (waitMs) =>
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ' +
    "AND usename = current_user AND application_name = current_setting('application_name') " +
    "AND state = 'active' AND wait_event = 'ClientRead' " +
    `AND query_start < clock_timestamp() - interval '${waitMs} milliseconds'`,
  // Everything is looked up by key, so there is one good plan for each statement, whatever its
  // parameters are and however small the relation was when the plan was made.
  session: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' },
}

const portable: Dialect = {
  // CockroachDB has no LOCK TABLE. Under SERIALIZABLE none is needed: if one transaction reads a
  // guard and another changes it, one of the two fails with 40001 and is retried.
  lockRelations: () => [],
  // CockroachDB's advisory locks do nothing. Servers that collide fail and retry.
  lockSetUp: () => [],
  hotRows: '',
  // CockroachDB does not hold locks for a statement that has not arrived.
  endHalfSent: () => undefined,
  session: {},
}

export function dialectOf(isolation: Isolation): Dialect {
  return isolation === 'serializable' ? portable : plainPostgres
}
