/**
 * The engine of a worker: it reads LMDB's file itself and sends its writes to the owner.
 *
 * A worker decides its transactions on its own snapshot. The owner applies them if nothing that they
 * read has changed, and otherwise has them decided again, so transactions are as serial as in one
 * process.
 */
import type { Duplex } from 'node:stream'
import type { EngineWatch } from '../../driver.js'
import type {
  Engine,
  Guard,
  LabelledSpace,
  Read,
  Replacement,
  ResultsOf,
  Transaction,
} from '../../engine.js'
import { EngineClosed, StorageError, WritesRefused } from '../../errors.js'
import { keysPerLocalRead } from '../../limits.js'
import { replaceByTransaction } from '../../replace.js'
import { openLmdbForReading } from '../database.js'
import { Pipeline } from './pipeline.js'
import { WorkerChannel } from './worker-channel.js'
import { WorkerSnapshot } from './worker-snapshot.js'

export interface WorkerEngineOptions {
  readonly dataDir: string
  /** The other end is attached to the owner's desk. */
  readonly channel: Duplex
  readonly watch?: EngineWatch
  /** The owner is gone: nothing can be read or written any more, and the process should exit. */
  onLost?(error: StorageError): void
}

export async function openWorkerEngine(options: WorkerEngineOptions): Promise<Engine> {
  const channel = new WorkerChannel(options.channel)
  await channel.mayOpen()
  // Nothing may come between: the owner waits.
  const snapshot = new WorkerSnapshot(openLmdbForReading(options.dataDir))
  snapshot.end()
  channel.opened()
  return new WorkerEngine(snapshot, channel, options)
}

class WorkerEngine implements Engine {
  readonly name = 'lmdb'
  readonly shared = true
  readonly keysPerRead = keysPerLocalRead
  readonly #snapshot: WorkerSnapshot
  readonly #channel: WorkerChannel
  readonly #pipeline: Pipeline
  #unusable: StorageError | undefined
  #closing: Promise<void> | undefined

  constructor(snapshot: WorkerSnapshot, channel: WorkerChannel, options: WorkerEngineOptions) {
    this.#snapshot = snapshot
    this.#channel = channel
    const pipeline = (this.#pipeline = new Pipeline(snapshot, (bytes) => channel.write(bytes)))
    channel.listen({
      onOutcomes: (batchId, outcomes) => pipeline.settled(batchId, outcomes),
      onTurn: (turn) => pipeline.takeTurn(turn),
      onWrites: (refusal) =>
        options.watch?.onWrites(refusal instanceof WritesRefused ? refusal : undefined),
      onLost: (error) => {
        this.#lose(error)
        options.onLost?.(error)
      },
    })
  }

  async read<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): Promise<ResultsOf<R>> {
    if (this.#snapshot.faults.isOn) await this.#snapshot.faults.touch(reads)
    return this.#read(reads, guards)
  }

  readNow<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = [],
  ): ResultsOf<R> | undefined {
    return this.#snapshot.faults.isOn ? undefined : this.#read(reads, guards)
  }

  #read<const R extends readonly Read[]>(reads: R, guards: readonly Guard[]): ResultsOf<R> {
    this.#requireUsable()
    return this.#snapshot.read(reads, guards)
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    if (this.#snapshot.faults.isOn) await this.#snapshot.faults.touch(transaction.reads)
    this.#requireUsable()
    return this.#pipeline.submit(transaction) as Promise<T>
  }

  replace(replacement: Replacement): Promise<number | undefined> {
    return replaceByTransaction(this, replacement)
  }

  async spaces(): Promise<readonly LabelledSpace[]> {
    this.#requireUsable()
    return this.#snapshot.labelled()
  }

  async ping(): Promise<void> {
    this.#requireUsable()
    return this.#channel.ping()
  }

  abandon(): void {
    this.#lose(new StorageError('unavailable', 'the engine was abandoned'))
    this.#channel.end()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#unusable ??= new EngineClosed()
    await this.#pipeline.drained()
    this.#channel.end()
    await this.#snapshot.close()
  }

  #lose(error: StorageError): void {
    this.#unusable ??= error
    this.#pipeline.lose(error)
  }

  #requireUsable(): void {
    if (this.#unusable !== undefined) throw this.#unusable
  }
}
