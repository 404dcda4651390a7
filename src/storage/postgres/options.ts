/** The options of the PostgreSQL engine, and their defaults. */
import { systemRandom, type Random } from '../../stdx/random.js'

export interface PostgresHost {
  readonly host: string
  readonly port: number
}

export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

/**
 * `read-committed` is for plain PostgreSQL: every statement proves what its decision depends on,
 * and table locks order it with changes of guards. `serializable` is for databases that have no
 * such locks but guarantee serial histories themselves (CockroachDB, YugabyteDB).
 */
export type Isolation = 'read-committed' | 'serializable'

/** What a pooler assigns a connection for: as long as its client is connected, or a transaction. */
export type Pooler = 'session' | 'transaction'

export interface PostgresOptions {
  /** As shown to people: without the password. */
  readonly url: string
  /** In the order they are tried; the first that accepts writes is used. */
  readonly hosts: readonly PostgresHost[]
  readonly database: string
  readonly user: string
  readonly password?: string
  readonly ssl?: {
    readonly mode: SslMode
    /** Paths of PEM files. */
    readonly rootCert?: string
    readonly cert?: string
    readonly key?: string
  }
  readonly schema?: string
  readonly isolation?: Isolation
  /** Connections for reads, which share them, and for writes, which get one each. */
  readonly readPool?: number
  readonly writePool?: number
  readonly connectTimeoutMs?: number
  /** How long the database may take for one statement, and for waiting for a lock. */
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  /**
   * How long a transaction may wait for this server's next statement before the database undoes it:
   * so long can a server that is paused hold up the writes of others.
   */
  readonly idleTransactionTimeoutMs?: number
  /** How long a request waits for its turn, and for a database that cannot be reached. */
  readonly waitMs?: number
  /**
   * A pooler in between. It gets no settings of the session, and in transaction mode no prepared
   * statements unless `prepare` says so.
   */
  readonly pooler?: Pooler
  /** False if a pooler in between does not support prepared statements. */
  readonly prepare?: boolean
  readonly applicationName?: string
  readonly random?: Random
  /** Called with each statement sent, for tests that count round trips. */
  readonly onStatement?: (text: string) => void
}

type Defaulted =
  | 'schema'
  | 'isolation'
  | 'readPool'
  | 'writePool'
  | 'connectTimeoutMs'
  | 'statementTimeoutMs'
  | 'lockTimeoutMs'
  | 'idleTransactionTimeoutMs'
  | 'waitMs'
  | 'prepare'
  | 'applicationName'
  | 'random'

/** Options with all defaults filled in. */
export type PostgresSettings = PostgresOptions & Required<Pick<PostgresOptions, Defaulted>>

export function withDefaults(options: PostgresOptions): PostgresSettings {
  return {
    ...options,
    schema: options.schema ?? 'gramme',
    isolation: options.isolation ?? 'read-committed',
    // Reads are sent one after another without waiting for answers, so a few connections carry
    // many.
    readPool: options.readPool ?? 2,
    writePool: options.writePool ?? 16,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    statementTimeoutMs: options.statementTimeoutMs ?? 8000,
    lockTimeoutMs: options.lockTimeoutMs ?? 6000,
    idleTransactionTimeoutMs: options.idleTransactionTimeoutMs ?? 5000,
    waitMs: options.waitMs ?? 5000,
    prepare: options.prepare ?? options.pooler !== 'transaction',
    applicationName: options.applicationName ?? 'gramme',
    random: options.random ?? systemRandom,
  }
}
