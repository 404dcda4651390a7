/**
 * A store whose disk is simulated. Transactions of all processes are decided in groups, one after another; a
 * group is flushed as a whole and answered after that. Reads see what is flushed, and nothing else.
 *
 * What goes wrong is up to chance: a flush is slow, or fails before or after it took effect; the disk is full;
 * a transaction conflicts with another, or is decided twice. A crash loses what was not flushed, apart from the
 * first transactions of the group under way, which may have reached the disk.
 */
import type {
  Engine,
  Guard,
  Mutation,
  Read,
  ResultsOf,
  Transaction,
} from '../../../src/storage/engine.js'
import { StorageError, WritesRefused } from '../../../src/storage/errors.js'
import { MemoryEngine } from '../../../src/storage/memory/memory-engine.js'
import { below, type Chance } from '../../support/chance.js'
import { ServerKilled } from '../replication/shaken-engine.js'
import type { Turns } from '../replication/turns.js'
import type { Bug } from './bugs.js'
import type { Process } from './process.js'
import type { Running } from './running.js'

/** Is called with what the store does, in the order of the disk. */
export interface StoreWatch {
  /** A transaction was decided, on top of those that were before it. */
  decided(by: Running, mutations: readonly Mutation[]): void
  /** Of what was decided since the last call, this many were flushed and the rest is lost. */
  settled(count: number): void
  /** A read of what is flushed. */
  seen(by: Running): void
}

export interface StoreParts {
  readonly chance: Chance
  readonly turns: Turns
  readonly bug: Bug
  readonly watch: StoreWatch
}

type AnyTransaction = Transaction<readonly Read[], unknown>

interface Submitted {
  readonly transaction: AnyTransaction
  readonly process: Process
  readonly by: Running
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Decided extends Submitted {
  /** Undefined if it failed. */
  readonly mutations: readonly Mutation[] | undefined
  readonly answer: () => void
}

const slowFlushTurnsMax = 25

export class SimulatedStore {
  readonly #parts: StoreParts
  /** All that was flushed, transaction by transaction. */
  readonly #disk: (readonly Mutation[])[] = []
  /** What readers see: the disk. */
  readonly #flushed = new MemoryEngine()
  /** The same with the group under way. */
  #ahead = new MemoryEngine()
  #queue: Submitted[] = []
  #group: Decided[] = []
  #isWorking = false
  #crashes = 0
  isFull = false
  /** Whether nothing goes wrong any more. */
  isCalm = false

  constructor(parts: StoreParts) {
    this.#parts = parts
  }

  /** Whether writes are on their way to the disk. */
  get isFlushing(): boolean {
    return this.#group.some(({ mutations }) => mutations !== undefined && mutations.length > 0)
  }

  read<const R extends readonly Read[]>(
    by: Running,
    reads: R,
    guards?: readonly Guard[],
  ): ResultsOf<R> {
    const { watch, bug } = this.#parts
    watch.seen(by)
    return this.#flushed.readNow(reads, bug.ignoresGuards ? [] : guards)
  }

  submit(transaction: AnyTransaction, process: Process, by: Running): Promise<unknown> {
    if (this.#happens(0.03)) {
      by.conflicts++
      throw new StorageError('conflict', 'another transaction was faster')
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ transaction, process, by, resolve, reject })
      if (this.#isWorking) return
      this.#isWorking = true
      this.#parts.turns.start(() => this.#work())
    })
  }

  spaces(): ReturnType<Engine['spaces']> {
    return this.#flushed.spaces()
  }

  /** All processes are gone, and what the disk has is what is left. */
  async crash(): Promise<void> {
    const { watch, bug, chance } = this.#parts
    this.#crashes++
    this.#isWorking = false
    for (const { reject } of [...this.#queue, ...this.#group]) reject(new ServerKilled())
    this.#queue = []
    const written = this.#group.map(({ mutations }) => mutations)
    const kept = below(chance, written.length + 1)
    const torn = written.slice(0, kept).map((each) => each && (bug.atCrash?.(each) ?? each))
    await this.#keep(torn)
    this.#group = []
    watch.settled(kept)
    await this.#restart()
  }

  #happens(probability: number): boolean {
    return !this.isCalm && this.#parts.chance() < probability
  }

  async #work(): Promise<void> {
    const crashes = this.#crashes
    for (;;) {
      await this.#parts.turns.wait()
      if (crashes !== this.#crashes) return
      if (this.#queue.length === 0) {
        this.#isWorking = false
        return
      }
      await this.#decideGroup()
      await this.#flush(crashes)
      if (crashes !== this.#crashes) return
    }
  }

  /** What a killed process had sent may be carried out or not. */
  async #decideGroup(): Promise<void> {
    const queue = this.#queue
    this.#queue = []
    for (const each of queue) {
      if (each.process.isAlive || this.#happens(0.5)) this.#group.push(await this.#decide(each))
      else each.reject(new ServerKilled())
    }
  }

  async #decide(submitted: Submitted): Promise<Decided> {
    const { by, resolve, reject } = submitted
    const { watch, bug } = this.#parts
    const decided = await this.#transact(submitted.transaction)
    if ('error' in decided) {
      watch.decided(by, [])
      return { ...submitted, mutations: undefined, answer: () => reject(decided.error) }
    }
    const { result, mutations } = decided
    watch.decided(by, mutations)
    if (bug.answersEarly === true) resolve(result)
    return { ...submitted, mutations: mutations.map(copied), answer: () => resolve(result) }
  }

  async #transact(transaction: AnyTransaction) {
    let mutations: readonly Mutation[] = []
    try {
      if (this.#happens(0.1)) await this.#decideInVain(transaction)
      const result = await this.#ahead.transact({
        ...transaction,
        guards: this.#parts.bug.ignoresGuards ? [] : transaction.guards,
        decide: (results) => {
          const decision = transaction.decide(this.#found(transaction, results))
          mutations = this.#stored(decision.mutations)
          return { ...decision, mutations }
        },
      })
      return { result, mutations }
    } catch (error) {
      return { error }
    }
  }

  /** As an engine does whose first attempt was overtaken: on what may be older by then. */
  async #decideInVain(transaction: AnyTransaction): Promise<void> {
    try {
      transaction.decide(await this.#flushed.read(transaction.reads, transaction.guards))
    } catch {
      // It is decided again.
    }
  }

  #found(transaction: AnyTransaction, results: readonly unknown[]) {
    const { found } = this.#parts.bug
    const given = found ? results.map((value, at) => found(transaction.reads[at]!, value)) : results
    return given as unknown as ResultsOf<readonly Read[]>
  }

  #stored(mutations: readonly Mutation[]): readonly Mutation[] {
    if (this.isFull && mutations.some(({ kind }) => kind === 'put')) {
      throw new WritesRefused('the disk is full')
    }
    return this.#parts.bug.stored?.(mutations) ?? mutations
  }

  async #flush(crashes: number): Promise<void> {
    const { turns, chance, watch } = this.#parts
    const turnsTaken = this.#happens(0.1) ? below(chance, slowFlushTurnsMax) : below(chance, 3)
    for (let turn = 0; turn < turnsTaken; turn++) {
      await turns.wait()
      if (crashes !== this.#crashes) return
    }
    const group = this.#group
    this.#group = []
    const fails = this.#happens(0.04)
    const tookEffect = !fails || chance() < 0.5
    if (tookEffect) await this.#keep(group.map(({ mutations }) => mutations))
    watch.settled(tookEffect ? group.length : 0)
    if (!tookEffect) await this.#restart()
    for (const { answer, reject } of group) {
      if (fails) reject(new StorageError('unavailable', 'the flush failed'))
      else answer()
    }
  }

  async #keep(group: readonly (readonly Mutation[] | undefined)[]): Promise<void> {
    for (const mutations of group) {
      if (mutations === undefined || mutations.length === 0) continue
      this.#disk.push(mutations)
      await write(this.#flushed, mutations)
    }
  }

  async #restart(): Promise<void> {
    this.#ahead = new MemoryEngine()
    for (const mutations of this.#disk) await write(this.#ahead, mutations)
  }
}

function write(engine: MemoryEngine, mutations: readonly Mutation[]): Promise<void> {
  return engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
}

/** The bytes belong to the writer, which may use them for something else. */
function copied(mutation: Mutation): Mutation {
  if (mutation.kind === 'put') {
    return { ...mutation, key: Buffer.from(mutation.key), value: Buffer.from(mutation.value) }
  }
  return mutation
}
