/**
 * Applies what workers have decided, within the owner's commits, if nothing that they read has
 * changed since.
 */
import { AssertionError } from '../../../stdx/assert.js'
import type { Mutation } from '../../engine.js'
import { logEntryKey } from '../../keyspace.js'
import { type CommitJob, type Weight, WriteFailure } from '../commit-queue.js'
import type { LmdbStore, StoreHooks } from '../lmdb-store.js'
import { endSnapshot, headNumber, headOf, headRecord, readStored } from '../records.js'
import { commitNumberKey, logHeadKey, storedKey } from '../stored-keys.js'
import { RecentWrites } from './recent-writes.js'
import {
  fromSnapshot,
  type SentBatch,
  type SentRead,
  type SentTransaction,
} from './transaction-codec.js'

export type Outcome =
  | { readonly kind: 'applied' }
  /** Something that it read has changed: the worker has to decide again. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly error: unknown }

const nothing: Weight = { mutations: 0, bytes: 0 }
const applied: Outcome = { kind: 'applied' }
export const conflict: Outcome = { kind: 'conflict' }

/** A batch, and which worker's transactions it holds. */
export interface WorkersBatch extends SentBatch {
  readonly worker: number
  /** The number of its first transaction among all of the worker. */
  readonly firstSequence: number
}

const numberKey = commitNumberKey()

export class BatchApplier implements StoreHooks {
  #store: LmdbStore | undefined
  #recent = new RecentWrites(0)

  /** Before the first batch. Until then the hooks have nothing to do. */
  use(store: LmdbStore, recentMax?: number): void {
    this.#store = store
    this.#recent = new RecentWrites(this.#committed(store), recentMax)
    endSnapshot(store.tree)
  }

  begin(): void {
    if (this.#store !== undefined) this.#recent.begin(this.#committed(this.#store))
  }

  end(): void {
    if (this.#store === undefined || !this.#recent.hasChanged) return
    void this.#store.tree.put(numberKey, headRecord(this.#recent.commit))
  }

  jobFor(batch: WorkersBatch): CommitJob<readonly Outcome[]> {
    return () => {
      let [mutations, bytes] = [0, 0]
      const result = batch.transactions.map((transaction, at) => {
        const weight = this.#run(batch, transaction, batch.firstSequence + at)
        if ('kind' in weight) return weight
        mutations += weight.mutations
        bytes += weight.bytes
        return applied
      })
      return { result, weight: { mutations, bytes } }
    }
  }

  #run(batch: WorkersBatch, { reads, mutations }: SentTransaction, sequence: number) {
    if (!this.#isValid(batch, reads)) return conflict
    if (mutations.length === 0) return nothing
    try {
      const weight = this.#store!.apply(mutations)
      this.#note(mutations, batch.worker, sequence)
      return weight
    } catch (error) {
      if (error instanceof WriteFailure) throw error
      // A space is gone, for example: the worker finds out by itself if it decides again.
      return error instanceof AssertionError ? conflict : ({ kind: 'refused', error } as const)
    }
  }

  #isValid({ snapshot, worker }: WorkersBatch, reads: readonly SentRead[]): boolean {
    const recent = this.#recent
    if (!recent.knows(snapshot)) return false
    return reads.every((read) => {
      switch (read.kind) {
        case 'get':
          return read.sequence === fromSnapshot
            ? recent.isUnchanged(read.key, snapshot)
            : recent.isLastWriter(read.key, worker, read.sequence)
        case 'range':
          return recent.isRangeUnchanged(read.from, read.to, snapshot)
        case 'tally':
          return recent.isTallyUnchanged(read.space, snapshot)
        case 'heads':
          return recent.areHeadsUnchanged(read.space, snapshot)
      }
    })
  }

  #note(mutations: readonly Mutation[], worker: number, sequence: number): void {
    let appends = false
    for (const mutation of mutations) {
      const { kind, space } = mutation
      if (kind === 'put' || kind === 'delete') {
        this.#recent.note(textOf(storedKey(space, mutation.key)), worker, sequence)
      } else if (kind === 'tally') this.#recent.noteTally(space)
      else if (kind === 'append' || kind === 'start-log') {
        this.#recent.noteHeads(space)
        appends ||= kind === 'append'
      } else this.#recent.noteStructure()
    }
    if (appends) this.#noteAppends(mutations, worker, sequence)
  }

  /** The last entry of a log has the number of its head, and those before it the numbers before. */
  #noteAppends(mutations: readonly Mutation[], worker: number, sequence: number): void {
    const numbers = new Map<string, number>()
    for (const mutation of mutations.toReversed()) {
      if (mutation.kind !== 'append') continue
      const { space, log } = mutation
      const head = textOf(logHeadKey(space, log))
      const number = numbers.get(head) ?? headOf(this.#store!.tree, space, log)
      numbers.set(head, number - 1)
      this.#recent.note(textOf(storedKey(space, logEntryKey(log, number))), worker, sequence)
    }
  }

  #committed({ tree }: LmdbStore): number {
    const record = readStored(tree, numberKey)
    return record === undefined ? 0 : headNumber(record)
  }
}

function textOf(key: Buffer): string {
  return key.toString('latin1')
}
