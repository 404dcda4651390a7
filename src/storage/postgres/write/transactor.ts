/**
 * Read, decide, write: how a transaction runs on PostgreSQL.
 *
 * The common case takes two statements, each its own transaction: one reads everything in one
 * snapshot, the other writes everything and proves that what was read has not changed
 * (`write-plan.ts`). Nothing is locked while the decision is made. What a single statement cannot
 * prove takes a transaction of several: exclusive spaces, totals that were read, spaces created and
 * dropped, and keys that must stay absent.
 *
 * Transactions of this server that read the same keys take turns (`hot-keys.ts`), so only other
 * servers can conflict. A transaction that has lost several times locks its keys before reading
 * them.
 */
import { conflictsBeforeLocking, exclusiveAttemptsMax } from '../limits.js'
import {
  type Decision,
  type Guard,
  type Mutation,
  type Read,
  type ResultsOf,
  type SpaceId,
  type Transaction,
} from '../../engine.js'
import { requireMutations } from '../../requirements.js'
import type { Backend } from '../backend.js'
import { type Changes, entryName, foldMutations } from './folded-mutations.js'
import { Committer } from './committer.js'
import { conflict } from '../connection/failures.js'
import { HotKeys } from '../wait/hot-keys.js'
import { type DecidedWrite, isMergeable } from './merged-writes.js'
import { ReadAnswer, type Seen } from '../read/read-answer.js'
import type { StatementTarget } from '../read/statement-target.js'
import { askFully } from '../read/reader.js'
import { withRetries } from '../connection/retries.js'
import { createRelations, markSpacesDropped, relationNames } from '../layout/space-changes.js'
import { type RunStatement, SqlParameters } from '../connection/sql-text.js'
import { planWrite, type WritePlan } from './write-plan.js'

type Ask = <R extends readonly Read[]>(reads: R, guards: readonly Guard[]) => Promise<ReadAnswer<R>>

interface Made {
  readonly mutations: readonly Mutation[]
  /** Whether other servers may have changed what the decision depends on. */
  readonly overtaken: boolean
}

/** The result of a decision. */
interface Decided<T> {
  readonly result: T
  /** Undefined if there is nothing to write. */
  readonly changes: Changes | undefined
  readonly seen: readonly Seen[]
}

export class Transactor {
  readonly #backend: Backend
  readonly #hotKeys: HotKeys
  readonly #committer: Committer
  readonly #onDrop: () => void

  constructor(backend: Backend, onDrop: () => void) {
    this.#backend = backend
    this.#hotKeys = new HotKeys(backend.turnWaitMs, (transaction) => this.#runAlone(transaction))
    this.#committer = new Committer(backend)
    this.#onDrop = onDrop
  }

  run<R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    return this.#hotKeys.run(transaction)
  }

  #runAlone<R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    // Under SERIALIZABLE a space is not locked, and the many short writes to it often win.
    const attemptsMax = transaction.exclusive === undefined ? undefined : exclusiveAttemptsMax
    const { waitMs } = this.#backend
    const onFailure = (error: unknown) => this.#backend.noteFailure(error)
    const rules = { waitMs, repeatable: false, attemptsMax, onFailure }
    return withRetries(rules, (conflicts) => this.#attempt(transaction, conflicts))
  }

  #attempt<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
    conflicts: number,
  ): Promise<T> {
    const locking = conflicts >= conflictsBeforeLocking
    if (locking || needsSession(transaction)) return this.#runLocked(transaction, locking)
    return this.#runOptimistically(transaction)
  }

  async #runOptimistically<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
  ): Promise<T> {
    const { guards = [] } = transaction
    const { result, changes, seen } = await this.#decide(
      transaction,
      async (reads, guards) =>
        new ReadAnswer(
          reads,
          guards,
          await this.#backend.reader.ask({ reads, guards, versions: true }),
        ),
      [],
    )
    if (changes === undefined) return result
    // Creating a relation is too expensive to find a conflict only afterwards.
    if (changesSpaces(changes)) return this.#runLocked(transaction, true)
    const write = { changes, seen, guards }
    if (!isMergeable(write)) return this.#writeInSession(result, changes, seen, guards)
    await this.#committer.commit(write)
    return result
  }

  /** For a decision that is already made, but takes several statements to write. */
  async #writeInSession<T>(
    result: T,
    changes: Changes,
    seen: readonly Seen[],
    guards: readonly Guard[],
  ): Promise<T> {
    await this.#backend.transaction([], (run, slot) =>
      this.#write({ changes, seen, guards }, run, slot),
    )
    return result
  }

  async #runLocked<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
    lockRows: boolean,
  ): Promise<T> {
    const { guards = [], exclusive = [], reads } = transaction
    // A dropped space needs no lock: the decision will notice.
    await this.#backend.directory.find(exclusive)
    await this.#backend.requireSpaces({ reads, guards })
    const locks = this.#backend.dialect.lockRelations(this.#relationsToLock(transaction))
    const decided = await this.#backend.transaction(locks, async (run, slot) => {
      const rows = lockRows ? await this.#lockRows(reads, run) : Infinity
      const locked = locks.length > 0 ? exclusive : []
      const decision = await this.#decide(transaction, this.#askingWith(run, rows), locked)
      const { changes, seen } = decision
      if (changes !== undefined) await this.#write({ changes, seen, guards }, run, slot)
      return decision
    })
    if (decided.changes !== undefined) this.#noteSpaces(decided.changes)
    return decided.result
  }

  #relationsToLock({ exclusive = [], reads }: Transaction<readonly Read[], unknown>): string[] {
    const { directory, schema } = this.#backend
    const spaces = [...new Set(exclusive)].sort((a, b) => a - b)
    const relations = spaces.flatMap((space) => directory.relationOf(space) ?? [])
    // A total is the sum of rows that any writer may add to, and any log may get a head.
    if (reads.some(({ kind }) => kind === 'tally')) relations.push(schema.tallies)
    if (reads.some(({ kind }) => kind === 'heads')) relations.push(schema.logs)
    return relations
  }

  /** Returns how many rows there were to lock. */
  async #lockRows(reads: readonly Read[], run: RunStatement): Promise<number> {
    let count = 0
    const gets = reads.filter((read) => read.kind === 'get')
    const spaces = [...new Set(gets.map(({ space }) => space))].sort((a, b) => a - b)
    for (const space of spaces) {
      const parameters = new SqlParameters()
      const own = gets.filter((read) => read.space === space)
      const keys = parameters.bytesList(own.map(({ key }) => key))
      const relation = this.#backend.relationOf(space)
      const text = `SELECT 1 FROM ${relation} WHERE key = ANY(${keys}) ORDER BY key FOR UPDATE`
      count += (await run({ text, parameters: parameters.list })).length
    }
    return count
  }

  /**
   * An entry that appeared after the others were locked is not locked. To continue would mean
   * waiting for its lock while holding ours, which its holder may be waiting for: a deadlock.
   */
  #askingWith(run: RunStatement, lockedRows: number): Ask {
    return async (reads, guards) => {
      const plan = await askFully({ reads, guards, versions: true }, this.#backend, run)
      const answer = new ReadAnswer(reads, guards, plan)
      if (answer.countEntries() > lockedRows) throw conflict()
      return answer
    }
  }

  async #decide<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
    ask: Ask,
    locked: readonly SpaceId[],
  ): Promise<Decided<T>> {
    const { reads, guards = [] } = transaction
    await this.#backend.requireSpaces({ reads, guards })
    if (reads.length === 0) return this.#decideBlindly(transaction, ask, locked)
    const answer = await ask(reads, guards)
    answer.requireGuards(this.#backend.guardVersions)
    const { mutations, result } = transaction.decide(answer.results())
    if (mutations.length === 0) return { result, changes: undefined, seen: [] }
    const changes = await this.#fold({ mutations, overtaken: true }, guards)
    const seen = answer.seen().filter(({ space }) => !locked.includes(space))
    return { result, changes, seen }
  }

  /** Nothing is read; the write itself checks the guards, except those on keys that it writes. */
  async #decideBlindly<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
    ask: Ask,
    locked: readonly SpaceId[],
  ): Promise<Decided<T>> {
    const { reads, guards = [] } = transaction
    const requireGuards = async () => {
      const answer = await ask(reads, guards)
      answer.requireGuards(this.#backend.guardVersions)
      return answer.seen().filter(({ space }) => !locked.includes(space))
    }
    const { mutations, result } = await decideOrElse(transaction, requireGuards)
    const changes = await this.#fold({ mutations, overtaken: false }, guards)
    const needsLook = mutations.length === 0 || writesGuard(changes, guards)
    const seen = needsLook ? await requireGuards() : []
    return { result, changes: mutations.length === 0 ? undefined : changes, seen }
  }

  /**
   * The cached spaces may be newer than what was read: a decision that does not fit them was
   * overtaken by another server, or is a bug if it read nothing.
   */
  async #fold({ mutations, overtaken }: Made, guards: readonly Guard[]): Promise<Changes> {
    const { directory } = this.#backend
    const created = new Set(
      mutations.filter(({ kind }) => kind === 'create-space').map(({ space }) => space),
    )
    const used = mutations.map(({ space }) => space).filter((space) => !created.has(space))
    await directory.find([...created, ...used])
    const known = (space: SpaceId) => directory.has(space) || directory.wasDropped(space)
    const isCurrent = used.every((space) => directory.has(space)) && ![...created].some(known)
    if (overtaken && !isCurrent) throw conflict()
    await this.#backend.requireSpaces({ reads: [], guards, spaces: used })
    requireMutations(directory, mutations)
    return foldMutations(mutations)
  }

  async #write(
    { changes, seen, guards }: DecidedWrite,
    run: RunStatement,
    slot: number,
  ): Promise<void> {
    const backend = this.#backend
    const target = withCreated(backend, changes)
    await createRelations(changes, backend.schema, run)
    const version = backend.newVersion()
    const plan = planWrite({ changes, seen, guards, version, slot, target })
    await holdAbsent(plan, run)
    if (plan.statement !== undefined) plan.check(await run(plan.statement))
    await releaseAbsent(plan, run)
    await markSpacesDropped(changes, backend, run)
  }

  #noteSpaces({ created, dropped }: Changes): void {
    for (const [space, name] of relationNames(created)) this.#backend.directory.add(space, name)
    for (const space of dropped) this.#backend.directory.drop(space)
    if (dropped.size > 0) this.#onDrop()
  }
}

/** Keeps keys absent by placeholder rows that no one else sees and that are removed again. */
async function holdAbsent({ absent }: WritePlan, run: RunStatement): Promise<void> {
  for (const { relation, held } of absent) {
    const parameters = new SqlParameters()
    const text =
      `INSERT INTO ${relation} (key, value, ver, weight) ` +
      `SELECT d.key, ''::bytea, 0, 0 FROM unnest(${parameters.bytesList(held)}) AS d (key) ` +
      `ORDER BY d.key ON CONFLICT (key) DO NOTHING RETURNING 1`
    const rows = await run({ text, parameters: parameters.list })
    if (rows.length < held.length) throw conflict()
  }
}

async function releaseAbsent({ absent }: WritePlan, run: RunStatement): Promise<void> {
  for (const { relation, released } of absent) {
    if (released.length === 0) continue
    const parameters = new SqlParameters()
    const text = `DELETE FROM ${relation} WHERE key = ANY(${parameters.bytesList(released)})`
    await run({ text, parameters: parameters.list })
  }
}

/** Relations created in this transaction are not in the directory yet. */
function withCreated(backend: Backend, { created }: Changes): StatementTarget {
  const names = relationNames(created)
  const { schema, guardVersions } = backend
  return {
    schema,
    guardVersions,
    relationOf(space) {
      const name = names.get(space)
      return name === undefined ? backend.relationOf(space) : schema.relation(name)
    },
  }
}

/** If the decision throws, its error is thrown only if the guards hold. */
async function decideOrElse<R extends readonly Read[], T>(
  transaction: Transaction<R, T>,
  requireGuards: () => Promise<unknown>,
): Promise<Decision<T>> {
  try {
    return transaction.decide([] as unknown as ResultsOf<R>)
  } catch (error) {
    await requireGuards()
    throw error
  }
}

function needsSession({ exclusive = [], reads }: Transaction<readonly Read[], unknown>): boolean {
  return exclusive.length > 0 || reads.some(({ kind }) => kind === 'tally' || kind === 'heads')
}

function changesSpaces({ created, dropped }: Changes): boolean {
  return created.size > 0 || dropped.size > 0
}

function writesGuard({ entries }: Changes, guards: readonly Guard[]): boolean {
  return guards.some(({ space, key }) => entries.has(entryName(space, key)))
}
