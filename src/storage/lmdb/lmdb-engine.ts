/**
 * The embedded engine that persists: LMDB in a data folder.
 *
 * Reads take a snapshot, copy what they need and release it before anything else can run, because
 * an open snapshot keeps LMDB from reusing space. Writes go through the commit queue, which is the
 * only writer in the process; LMDB's lock makes the writers of several processes take turns. So
 * every transaction is serial, and nothing decided here depends on memory that another process
 * cannot change: what is cached is checked against the disk in the same snapshot, unless this process
 * makes all changes itself (`log/system-changes.ts`).
 */
import type {
  Engine,
  Get,
  Guard,
  LabelledSpace,
  Read,
  Replacement,
  ResultsOf,
  SpaceId,
  Transaction,
} from '../engine.js'
import { keysPerLocalRead } from '../limits.js'
import { allReplaced, replaced } from '../replace.js'
import { lmdbError } from './database.js'
import { KnownGuards } from './known-guards.js'
import { type LmdbOptions, type LmdbStore, openLmdbStore } from './lmdb-store.js'
import { endSnapshot, readTally } from './records.js'
import { SnapshotReads } from './snapshot-reads.js'

export async function openLmdbEngine(options: LmdbOptions): Promise<Engine> {
  return new LmdbEngine(await openLmdbStore(options), options.shared === true)
}

class LmdbEngine implements Engine {
  readonly name = 'lmdb'
  readonly shared: boolean
  readonly keysPerRead = keysPerLocalRead
  readonly #store: LmdbStore
  readonly #reads: SnapshotReads
  readonly #known = new KnownGuards()

  constructor(store: LmdbStore, shared: boolean) {
    this.#store = store
    this.shared = shared
    this.#reads = new SnapshotReads(store.tree, store.spaces)
  }

  async read<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): Promise<ResultsOf<R>> {
    if (this.#store.faults.isOn) await this.#store.faults.touch(reads)
    return this.#read(reads, guards)
  }

  readNow<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): ResultsOf<R> | undefined {
    return this.#store.faults.isOn ? undefined : this.#read(reads, guards)
  }

  #read<const R extends readonly Read[]>(reads: R, guards: readonly Guard[]): ResultsOf<R> {
    this.#store.requireOpen()
    try {
      this.#requireGuards(guards)
      return this.#reads.readAll(reads, this.#storedTally)
    } catch (error) {
      throw this.#readFailure(error)
    } finally {
      endSnapshot(this.#store.tree)
    }
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    if (this.#store.faults.isOn) await this.#store.faults.touch(transaction.reads)
    this.#store.requireOpen()
    return this.#store.queue.submit(() => this.#run(transaction))
  }

  async replace(replacement: Replacement): Promise<number | undefined> {
    if (this.#store.faults.isOn) await this.#store.faults.touch([getOf(replacement)])
    this.#store.requireOpen()
    return this.#store.queue.submit(() => {
      const before = this.#weighForDecision(replacement.guards, () =>
        this.#reads.weigh(replacement),
      )
      return { result: before, weight: this.#store.apply(replaced(replacement, before)) }
    })
  }

  async replaceAll(
    replacements: readonly Replacement[],
    guards: readonly Guard[],
  ): Promise<readonly (number | undefined)[]> {
    if (this.#store.faults.isOn) await this.#store.faults.touch(replacements.map(getOf))
    this.#store.requireOpen()
    return this.#store.queue.submit(() => {
      const befores = this.#weighForDecision(guards, () =>
        replacements.map((each) => this.#reads.weigh(each)),
      )
      return { result: befores, weight: this.#store.apply(allReplaced(replacements, befores)) }
    })
  }

  async spaces(): Promise<readonly LabelledSpace[]> {
    this.#store.requireOpen()
    try {
      return this.#store.spaces.labelled()
    } catch (error) {
      throw lmdbError(error)
    } finally {
      endSnapshot(this.#store.tree)
    }
  }

  async ping(): Promise<void> {
    this.#store.requireWritable()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** Also brings the list of spaces up to date. */
  #requireGuards(guards: readonly Guard[]): void {
    const version = this.#store.tree.systemVersion
    if (this.#known.hold(guards, version)) return
    this.#store.spaces.refresh()
    this.#reads.requireGuards(guards)
    this.#known.add(guards, version)
  }

  readonly #storedTally = (space: SpaceId) => readTally(this.#store.tree, space)
  readonly #runningTally = (space: SpaceId) => this.#store.tallies.read(space)

  /** A file that LMDB has given up on cannot be read either. */
  #readFailure(error: unknown): Error {
    const { queue } = this.#store
    return queue.isBroken ? queue.refusal! : lmdbError(error)
  }

  #run<R extends readonly Read[], T>(transaction: Transaction<R, T>) {
    const { mutations, result } = transaction.decide(this.#readForDecision(transaction))
    return { result, weight: this.#store.apply(mutations) }
  }

  #readForDecision<R extends readonly Read[], T>({ guards, reads }: Transaction<R, T>) {
    try {
      if (guards !== undefined) this.#requireGuardsInGroup(guards)
      return this.#reads.readAll(reads, this.#runningTally)
    } catch (error) {
      throw lmdbError(error)
    }
  }

  #weighForDecision<T>(guards: readonly Guard[] = [], weigh: () => T): T {
    try {
      this.#requireGuardsInGroup(guards)
      return weigh()
    } catch (error) {
      throw lmdbError(error)
    }
  }

  #requireGuardsInGroup(guards: readonly Guard[]): void {
    const { held } = this.#store
    for (const guard of guards) {
      if (held.has(guard)) continue
      this.#reads.requireGuard(guard)
      held.add(guard)
    }
  }
}

function getOf({ space, key }: Replacement): Get {
  return { kind: 'get', space, key }
}
