/** Where the workers of an owner are attached, each at a seat of its own. */
import type { Duplex } from 'node:stream'
import type { LmdbStore } from '../lmdb-store.js'
import type { BatchApplier } from './batch-applier.js'
import { frameBytesMax, openingMsMax } from './limits.js'
import { Turns } from './turns.js'
import { type SeatContext, WorkerSeat } from './worker-seat.js'

/** For tests; each has a default in `limits.ts`. */
export interface DeskLimits {
  readonly frameBytesMax?: number
  readonly openingMsMax?: number
  readonly turnMsMax?: number
}

export class OwnerDesk {
  readonly #store: LmdbStore
  readonly #ctx: SeatContext
  readonly #seats = new Set<WorkerSeat>()
  #refusal: Error | undefined

  constructor(store: LmdbStore, applier: BatchApplier, limits: DeskLimits = {}) {
    this.#store = store
    this.#ctx = {
      queue: store.queue,
      applier,
      turns: new Turns(limits.turnMsMax),
      frameBytesMax: limits.frameBytesMax ?? frameBytesMax,
      openingMsMax: limits.openingMsMax ?? openingMsMax,
      requireWritable: () => store.requireWritable(),
      left: (seat) => this.#left(seat),
    }
  }

  /**
   * Seats a worker that has the other end of the channel. Its id must not have been used before: it
   * tells the worker's writes from those of others. `end` ends its process for certain, and is called
   * if it takes too long to open the file or sends what nobody can understand.
   */
  attach(channel: Duplex, workerId: number, end?: () => Promise<void>): WorkerSeat {
    const worker = { id: workerId, channel, ...(end === undefined ? {} : { end }) }
    const seat = new WorkerSeat(this.#ctx, worker)
    this.#seats.add(seat)
    if (this.#refusal !== undefined) seat.tellWrites(this.#refusal)
    return seat
  }

  /** Tells every worker that writes are refused, or taken again. */
  tellWrites(refusal: Error | undefined): void {
    this.#refusal = refusal
    for (const seat of this.#seats) seat.tellWrites(refusal)
  }

  close(): void {
    for (const seat of this.#seats) seat.close()
  }

  #left(seat: WorkerSeat): void {
    this.#seats.delete(seat)
    // What a killed worker was reading must not keep pages from being used again.
    if (!this.#store.isClosing) this.#store.database.readerCheck()
  }
}
