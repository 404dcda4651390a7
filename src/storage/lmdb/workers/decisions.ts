/**
 * Decides a worker's transactions, on a snapshot and on what the worker has in flight, and writes
 * what was read and what is to be written into a batch for the owner.
 *
 * A decision that writes nothing is the answer if it is founded on the snapshot alone. If it is
 * founded on something in flight, the owner has to confirm what was read.
 */
import type { Guard, Mutation, Read, Transaction } from '../../engine.js'
import { GuardBroken } from '../../errors.js'
import { requireKey, requireMutations, requireSpace } from '../../requirements.js'
import { lmdbError } from '../database.js'
import type { Footprint, InFlightWrites } from './in-flight-writes.js'
import { type BatchWriter, fromSnapshot } from './transaction-codec.js'
import type { WorkerSnapshot } from './worker-snapshot.js'

export type AnyTransaction = Transaction<readonly Read[], unknown>

export type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: unknown }

export interface Decided {
  readonly answer: Answer
  /** Undefined if the owner need not be asked. */
  readonly footprint: Footprint | undefined
}

export class Decisions {
  readonly #snapshot: WorkerSnapshot
  readonly #inFlight: InFlightWrites
  #batch: BatchWriter | undefined
  #reliesOnInFlight = false

  constructor(snapshot: WorkerSnapshot, inFlight: InFlightWrites) {
    this.#snapshot = snapshot
    this.#inFlight = inFlight
  }

  /** Whether it has to wait until what is in flight has ended: only single keys are looked up there. */
  mustWait({ reads }: AnyTransaction): boolean {
    const inFlight = this.#inFlight
    if (inFlight.changesSpaces) return true
    return reads.some(({ kind, space }) => kind !== 'get' && inFlight.changes(space))
  }

  decide(transaction: AnyTransaction, batch: BatchWriter, sequence: number): Decided {
    this.#batch = batch
    this.#reliesOnInFlight = false
    const start = batch.mark()
    let mutations: readonly Mutation[] = []
    let answer: Answer
    try {
      const decision = transaction.decide(this.#read(transaction))
      requireMutations(this.#snapshot.spaces, decision.mutations)
      mutations = decision.mutations
      answer = { kind: 'result', result: decision.result }
    } catch (error) {
      answer = { kind: 'error', error }
    }
    if (mutations.length === 0 && !this.#reliesOnInFlight) {
      batch.cutTo(start)
      return { answer, footprint: undefined }
    }
    batch.mutations(mutations)
    return { answer, footprint: this.#inFlight.add(sequence, mutations) }
  }

  #read({ guards, reads }: AnyTransaction) {
    try {
      if (guards !== undefined) for (const guard of guards) this.#requireGuard(guard)
      return reads.map((read) => this.#readOne(read)) as never
    } catch (error) {
      throw lmdbError(error)
    }
  }

  #requireGuard(guard: Guard): void {
    const { space, key, value } = guard
    requireKey(key)
    requireSpace(this.#snapshot.spaces, space)
    const written = this.#inFlight.find(space, key)
    this.#noteGet(space, key, written?.sequence)
    const holds = written === undefined ? this.#snapshot.holds(guard) : isSame(written.value, value)
    if (!holds) throw new GuardBroken('a guarded key has changed')
  }

  #readOne(read: Read) {
    if (read.kind !== 'get') {
      const found = this.#snapshot.reads.readOne(read, this.#snapshot.tallyOf)
      this.#batch!.read(read)
      return found
    }
    const written = this.#inFlight.find(read.space, read.key)
    this.#noteGet(read.space, read.key, written?.sequence)
    if (written === undefined) return this.#snapshot.reads.readOne(read, this.#snapshot.tallyOf)
    // Whoever wrote it may use its bytes again once that is committed.
    return written.value && Buffer.from(written.value)
  }

  #noteGet(space: number, key: Uint8Array, sequence: number | undefined): void {
    if (sequence !== undefined) this.#reliesOnInFlight = true
    this.#batch!.get(space, key, sequence ?? fromSnapshot)
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Buffer.compare(one, other) === 0
}
