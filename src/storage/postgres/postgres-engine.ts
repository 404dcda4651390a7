/**
 * The engine for many servers on one database: PostgreSQL, or a database that speaks its protocol.
 *
 * The way of a request to the database, one file for each step:
 *
 *   read      Reader ── Batcher ── withRetries ──► read pool
 *   replace   Replacer ── Batcher ── withRetries ── write place ──► write pool
 *   transact  Transactor ── HotKeys (turns and groups by key) ── withRetries, then each attempt:
 *               optimistic   Reader ──► decide ──► Committer ── Batcher ── write place ──► write pool
 *               several statements, or after conflicts
 *                            session place ──► Session: lock, read, decide, write, commit
 *
 * The plans (`read-plan.ts`, `replace-plan.ts`, `write-plan.ts`) are the SQL of these steps.
 *
 * No state of this process matters to correctness: what is cached is proven by the statement that
 * uses it. How guards are proven, in the default mode, needs an argument:
 *
 * - A statement that writes to a relation first takes the table lock ROW EXCLUSIVE on it, then its
 *   snapshot, and holds the lock until it has committed.
 * - A transaction that changes a guard that others write under names the space they write to as
 *   `exclusive`, which is a SHARE ROW EXCLUSIVE lock, taken first in its transaction, before it
 *   reads anything. The two locks exclude each other.
 * - So a guarded write either committed before the change read anything, or it waited for the
 *   change to commit; then its snapshot is later, it sees the changed guard, and does nothing.
 *
 * With `isolation=serializable` the database itself proves all of this, or fails with 40001.
 */
import { databaseWaitingMax } from './limits.js'
import type {
  Engine,
  Guard,
  LabelledSpace,
  Read,
  Replacement,
  ResultsOf,
  Transaction,
} from '../engine.js'
import { EngineClosed, StorageError } from '../errors.js'
import { replaceByTransaction } from '../replace.js'
import { requireKey, requireRange } from '../requirements.js'
import { Backend } from './backend.js'
import { entryName } from './write/folded-mutations.js'
import { openingError, StatementFailure, postgresError } from './connection/failures.js'
import { type PostgresOptions, withDefaults } from './options.js'
import { ReadAnswer } from './read/read-answer.js'
import { planReplace, planReplaceAll, readReplaced, readReplacedAll } from './write/replace-plan.js'
import { GroupRefused, Replacer } from './write/replacer.js'
import { requireSessionSettings } from './connection/session-settings.js'
import { withRetries } from './connection/retries.js'
import { readNumber } from './connection/sql-text.js'
import { hasLayout, setUp } from './layout/schema.js'
import { Reclaimer } from './layout/space-changes.js'
import { Transactor } from './write/transactor.js'

/** Throws `StoreUnusable`, or `StorageError` if the database cannot be reached at present. */
export async function openPostgresEngine(options: PostgresOptions): Promise<Engine> {
  const where = `The database ${options.url}`
  const settings = withDefaults(options)
  const backend = new Backend(settings)
  try {
    const { waitMs } = backend
    const reconnectsMin = options.hosts.length
    const rules = { waitMs, reconnectMs: 0, repeatable: true, reconnectsMin }
    await withRetries(rules, async () => {
      await requireSessionSettings(backend.read, settings, where)
      await prepareSchema(backend, where)
    })
  } catch (error) {
    await backend.close()
    throw openingError(error, where)
  }
  return new PostgresEngine(backend)
}

async function prepareSchema(backend: Backend, where: string): Promise<void> {
  const { schema, dialect } = backend
  if (await hasLayout(backend.read, schema, where)) return
  await backend.transaction(dialect.lockSetUp(), (run) => setUp(run, schema, dialect, where))
}

class PostgresEngine implements Engine {
  readonly name = 'postgres'
  readonly shared = true
  readonly #backend: Backend
  readonly #transactor: Transactor
  readonly #reclaimer: Reclaimer
  readonly #replacer: Replacer
  #underWay = 0
  #onIdle: () => void = () => undefined
  #closing: Promise<void> | undefined

  constructor(backend: Backend) {
    this.#backend = backend
    this.#reclaimer = new Reclaimer(backend)
    this.#transactor = new Transactor(backend, () => this.#reclaimer.wake())
    this.#reclaimer.wake()
    const { waitMs } = backend
    const onFailure = (error: unknown) => backend.noteFailure(error)
    const rules = { waitMs, repeatable: false, onFailure }
    this.#replacer = new Replacer(waitMs, (batch) =>
      withRetries(rules, () => this.#replaceOnce(batch)),
    )
  }

  read<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): Promise<ResultsOf<R>> {
    return this.#track(() => this.#read(reads, guards))
  }

  async #read<R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[],
  ): Promise<ResultsOf<R>> {
    requireReads(reads, guards)
    const { reader, guardVersions } = this.#backend
    const plan = await reader.ask({ reads, guards, versions: false })
    const answer = new ReadAnswer(reads, guards, plan)
    answer.requireGuards(guardVersions)
    return answer.results()
  }

  transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    return this.#track(async () => {
      requireReads(transaction.reads, transaction.guards ?? [])
      return this.#transactor.run(transaction)
    })
  }

  replace(replacement: Replacement): Promise<number | undefined> {
    const { guards = [], key, space } = replacement
    const name = entryName(space, key)
    return this.#track(async () => {
      requireKey(key)
      requireReads([], guards)
      // A guard on the entry itself must be compared with what is replaced: not a blind write.
      const guarded = guards.some((guard) => entryName(guard.space, guard.key) === name)
      if (guarded)
        return replaceByTransaction(
          { transact: (asked) => this.#transactor.run(asked) },
          replacement,
        )
      return this.#replacer.ask(replacement)
    })
  }

  async #replaceOnce(batch: readonly Replacement[]): Promise<ReadonlyMap<string, number>> {
    const [first] = batch
    const { guards = [], space, key } = first!
    const backend = this.#backend
    await backend.requireSpaces({ reads: [], guards, spaces: [space] })
    return backend.write(async (run, slot) => {
      const version = backend.newVersion()
      if (batch.length === 1) {
        const before = readReplaced(
          first!,
          await run(planReplace(first!, version, slot, backend)),
          backend,
        )
        return new Map(before === undefined ? [] : [[entryName(space, key), before]])
      }
      const plan = planReplaceAll(batch, version, slot, backend)
      return readReplacedAll(first!, await run(plan).catch(refusedTogether), backend)
    })
  }

  spaces(): Promise<readonly LabelledSpace[]> {
    const rules = { waitMs: this.#backend.waitMs, repeatable: true }
    return this.#track(() => withRetries(rules, () => this.#backend.directory.labelled()))
  }

  storeTime(): Promise<number> {
    const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
    const rules = { waitMs: this.#backend.waitMs, repeatable: true }
    return this.#track(() =>
      withRetries(rules, async () => {
        const [row] = await this.#backend.read({ text, parameters: [] })
        return readNumber(row![0])
      }),
    )
  }

  ping(): Promise<void> {
    return this.#track(async () => {
      try {
        await this.#backend.read({ text: 'SELECT 1', parameters: [] })
      } catch (error) {
        throw postgresError(error)
      }
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  abandon(): void {
    this.#backend.abandon()
  }

  async #close(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    await this.#reclaimer.idle()
    await this.#backend.close()
  }

  /** Every request passes through here, so that closing can wait for it. */
  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new EngineClosed()
    if (this.#underWay >= databaseWaitingMax) {
      throw new StorageError('unavailable', 'too many requests wait for the database')
    }
    this.#underWay++
    try {
      return await work()
    } finally {
      if (--this.#underWay === 0) this.#onIdle()
    }
  }
}

/** What the database refused may be the fault of one of them. */
function refusedTogether(error: unknown): never {
  const refused = error instanceof StatementFailure && error.kind === 'refused'
  throw refused ? new GroupRefused('several writes were refused together', { cause: error }) : error
}

function requireReads(reads: readonly Read[], guards: readonly Guard[]): void {
  for (const { key } of guards) requireKey(key)
  for (const read of reads) {
    if (read.kind === 'get') requireKey(read.key)
    else if (read.kind === 'range') requireRange(read)
  }
}
