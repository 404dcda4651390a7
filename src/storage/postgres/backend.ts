/**
 * The database as the engine uses it: connections for reads, for writes, and for transactions of
 * several statements, the places that limit writers, and the known spaces.
 *
 * A writer's place also decides which row of a tally it adds to. Servers start at a random row, so
 * that they rarely share one; sharing costs waiting, not correctness.
 */
import { databaseWaitingMax, tallySlotsMax } from './limits.js'
import type { Guard, Read, SpaceId } from '../engine.js'
import { requireSpace } from '../requirements.js'
import { Hosts, Pool } from './connection/connections.js'
import { dialectOf, type Dialect } from './connection/dialect.js'
import { StatementFailure, waitedInVain } from './connection/failures.js'
import { HalfSent } from './connection/half-sent.js'
import { GuardVersions } from './read/guard-versions.js'
import type { PostgresSettings } from './options.js'
import { ReadAnswer } from './read/read-answer.js'
import { askFully, type ReadBackend, Reader } from './read/reader.js'
import { Schema } from './layout/schema.js'
import { Session } from './connection/session.js'
import { PostgresSpaceDirectory } from './layout/space-directory.js'
import type { RunStatement } from './connection/sql-text.js'
import { Places } from './wait/turns.js'
import { versionSource } from './write/version-source.js'

/** Transactions of several statements are rare: catalog changes, backfills, condition checks. */
const sessionsMax = 4

/** A second write is sent before the answer to the first, so that the database never idles. */
const writesPerConnection = 2

const forgotten = 'forgotten'

export class Backend implements ReadBackend {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly directory: PostgresSpaceDirectory
  readonly guardVersions = new GuardVersions()
  readonly reader: Reader
  readonly waitMs: number
  /** How long transactions on the same key wait for each other. */
  readonly turnWaitMs: number
  readonly newVersion: () => string
  readonly #readPool: Pool
  readonly #writePool: Pool
  readonly #writePlaces: Places
  readonly #sessions: readonly Session[]
  readonly #sessionPlaces: Places
  readonly #pools: readonly Pool[]
  readonly #writers: number
  readonly #slotBase: number
  readonly #halfSent: HalfSent

  constructor(options: PostgresSettings) {
    const { schema, isolation, readPool, writePool, waitMs } = options
    this.schema = new Schema(schema)
    this.dialect = dialectOf(isolation)
    this.waitMs = waitMs
    this.turnWaitMs = options.statementTimeoutMs
    this.newVersion = versionSource(options.random)
    const hosts = new Hosts(options.hosts)
    this.#readPool = new Pool(options, hosts, readPool)
    this.#writePool = new Pool(options, hosts, writePool)
    const sessionPools = Array.from({ length: sessionsMax }, () => new Pool(options, hosts, 1))
    this.#pools = [this.#readPool, this.#writePool, ...sessionPools]
    this.#sessions = sessionPools.map((pool) => new Session(pool))
    this.#writers = writePool * writesPerConnection
    this.#writePlaces = new Places(this.#writers, waitMs, databaseWaitingMax)
    this.#sessionPlaces = new Places(sessionsMax, waitMs, databaseWaitingMax)
    this.#slotBase = Buffer.from(options.random.bytes(4)).readUInt32BE() % tallySlotsMax
    this.#halfSent = new HalfSent(
      this.read,
      this.dialect.endHalfSent(options.idleTransactionTimeoutMs),
    )
    this.directory = new PostgresSpaceDirectory(this.schema, this.read)
    // One statement per connection: reads that arrive in between are batched, which makes them
    // cheap.
    this.reader = new Reader(this, readPool)
  }

  readonly read: RunStatement = (statement) => this.#readPool.run(statement)

  /** Runs statements that are each their own transaction. */
  write<T>(work: (run: RunStatement, slot: number) => Promise<T>): Promise<T> {
    const run: RunStatement = (statement) => this.#writePool.run(statement)
    return this.#writePlaces.use((place) => work(run, this.#slotOf(place)))
  }

  /** Runs statements that together are one transaction. */
  transaction<T>(
    first: readonly string[],
    work: (run: RunStatement, slot: number) => Promise<T>,
  ): Promise<T> {
    return this.#sessionPlaces.use((place) => {
      const session = this.#sessions[place]!
      const slot = this.#slotOf(this.#writers + place)
      return session.transaction(first, () => work((statement) => session.run(statement), slot))
    })
  }

  #slotOf(place: number): number {
    return (this.#slotBase + place) % tallySlotsMax
  }

  /**
   * The relation may have been dropped from the cache since the request arrived (`noteFailure`):
   * then the request is retried.
   */
  relationOf(space: SpaceId): string {
    const relation = this.directory.relationOf(space)
    if (relation === undefined) {
      throw new StatementFailure(
        'stale-space',
        'the cached location of a space was dropped',
        forgotten,
      )
    }
    return relation
  }

  /** A missing space is a bug, unless a broken guard explains it. */
  requireSpaces(used: Used): Promise<void> | undefined {
    return isKnown(this.directory, used) ? undefined : this.#findSpaces(used)
  }

  async #findSpaces({ reads, guards, spaces: others = [] }: Used): Promise<void> {
    const spaces = [...reads, ...guards].map(({ space }) => space).concat(others)
    await this.directory.find(spaces)
    const missing = spaces.filter((space) => !this.directory.has(space))
    if (missing.length === 0) return
    const known = guards.filter(({ space }) => this.directory.has(space))
    const question = { reads: [], guards: known, versions: false }
    const plan = await askFully(question, this, this.read)
    new ReadAnswer([], known, plan).requireGuards(this.guardVersions)
    for (const space of missing) requireSpace(this.directory, space)
  }

  /**
   * Must be called with every failure: a stale cache of spaces may be the reason, and is cleared, or a lock of a
   * server that has stopped, which is released.
   */
  noteFailure(error: unknown): void {
    if (waitedInVain(error)) this.#halfSent.end()
    if (!(error instanceof StatementFailure) || error.kind !== 'stale-space') return
    if (error.code !== forgotten) this.directory.forgetAll()
  }

  /** Ends all waiting for a database that does not answer. */
  abandon(): void {
    for (const pool of this.#pools) pool.abandon()
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()))
  }
}

/** The spaces that a request reads, guards and writes. */
interface Used {
  readonly reads: readonly Read[]
  readonly guards: readonly Guard[]
  readonly spaces?: readonly SpaceId[]
}

/** The fast path of every request. */
function isKnown(directory: PostgresSpaceDirectory, { reads, guards, spaces = [] }: Used): boolean {
  return (
    reads.every(({ space }) => directory.has(space)) &&
    guards.every(({ space }) => directory.has(space)) &&
    spaces.every((space) => directory.has(space))
  )
}
