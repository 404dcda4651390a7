/**
 * A worker's transactions on their way: waiting to be decided, sent and not answered, or answered
 * with a conflict and waiting again, before all others.
 *
 * All that wait are decided together, on one snapshot, and leave in one write. A transaction that
 * must see a state that nobody changes meanwhile, or that has met conflicts, asks for a turn: it is
 * decided when nothing of this worker is in flight and the owner lets nobody else write.
 */
import { StorageError } from '../../errors.js'
import { type AnyTransaction, type Answer, Decisions } from './decisions.js'
import { FrameWriter, fromWorker } from './frames.js'
import { type Footprint, InFlightWrites } from './in-flight-writes.js'
import {
  batchBytesMax,
  batchMutationsMax,
  conflictsMax,
  conflictsUntilTurn,
  inFlightBytesMax,
  inFlightTransactionsMax,
} from './limits.js'
import type { OwnerOutcome } from './worker-channel.js'
import { BatchWriter } from './transaction-codec.js'
import type { WorkerSnapshot } from './worker-snapshot.js'

interface Waiting {
  readonly transaction: AnyTransaction
  resolve(result: unknown): void
  reject(error: unknown): void
  conflicts: number
}

interface Sent {
  readonly waiting: Waiting
  readonly answer: Answer
  readonly footprint: Footprint
}

interface InFlightBatch {
  readonly sent: readonly Sent[]
  readonly bytes: number
}

/** 'asked' until the owner gives it, then its number; 0 without one. */
type TurnState = 'asked' | number

export class Pipeline {
  readonly #snapshot: WorkerSnapshot
  readonly #write: (bytes: Buffer) => void
  readonly #inFlightWrites = new InFlightWrites()
  readonly #decisions: Decisions
  #waiting: Waiting[] = []
  readonly #inFlight = new Map<number, InFlightBatch>()
  #inFlightTransactions = 0
  #inFlightBytes = 0
  #sequence = 0
  #batchId = 0
  #turn: TurnState = 0
  #scheduled = false
  #lost: Error | undefined
  #onIdle: (() => void)[] = []

  constructor(snapshot: WorkerSnapshot, write: (bytes: Buffer) => void) {
    this.#snapshot = snapshot
    this.#write = write
    this.#decisions = new Decisions(snapshot, this.#inFlightWrites)
  }

  submit(transaction: AnyTransaction): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ transaction, resolve, reject, conflicts: 0 })
      if (this.#scheduled) return
      this.#scheduled = true
      // What else this turn of the event loop brings is decided and sent with it.
      setImmediate(() => this.#pump())
    })
  }

  settled(batchId: number, outcomes: readonly OwnerOutcome[]): void {
    const batch = this.#inFlight.get(batchId)
    if (batch === undefined) return
    this.#inFlight.delete(batchId)
    this.#inFlightTransactions -= batch.sent.length
    this.#inFlightBytes -= batch.bytes
    const again: Waiting[] = []
    batch.sent.forEach(({ waiting, answer, footprint }, at) => {
      this.#inFlightWrites.remove(footprint)
      const outcome = outcomes[at]!
      if (outcome === 'applied') give(waiting, answer)
      else if (outcome !== 'conflict') waiting.reject(outcome)
      else if (++waiting.conflicts < conflictsMax) again.push(waiting)
      else waiting.reject(new StorageError('conflict', 'others kept changing what was read'))
    })
    if (again.length > 0) this.#waiting = [...again, ...this.#waiting]
    this.#pump()
  }

  /** The owner lets nobody else write until it hears from this worker. */
  takeTurn(turn: number): void {
    this.#turn = turn
    this.#pump()
  }

  /** Nothing can be written any more; what was sent may have happened. */
  lose(error: Error): void {
    this.#lost = error
    const sent = [...this.#inFlight.values()].flatMap((batch) => batch.sent)
    this.#inFlight.clear()
    for (const { waiting } of sent) waiting.reject(error)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    this.#tellIdle()
  }

  /** Resolves when nothing waits for an answer. */
  drained(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  #pump(): void {
    this.#scheduled = false
    while (this.#turn !== 'asked' && this.#lost === undefined && this.#waiting.length > 0) {
      if (this.#needsTurn(this.#waiting[0]!)) this.#askTurn()
      else this.#send()
      // What waits for something in flight goes on when that has ended.
      if (this.#inFlight.size > 0) break
    }
    this.#tellIdle()
  }

  #needsTurn({ transaction, conflicts }: Waiting): boolean {
    if (this.#turn !== 0) return false
    return (transaction.exclusive?.length ?? 0) > 0 || conflicts >= conflictsUntilTurn
  }

  #askTurn(): void {
    if (this.#inFlight.size > 0) return
    this.#turn = 'asked'
    this.#write(frameOf(fromWorker.askTurn))
  }

  /** Decides as many of those that wait as may be in flight. */
  #send(): void {
    const out = new FrameWriter(this.#waiting.length > 1 ? 16_384 : 2048)
    try {
      const number = this.#snapshot.begin()
      while (this.#decideBatch(out, number)) continue
    } catch (error) {
      // The file cannot be read: nothing has been taken from those that wait.
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    } finally {
      this.#snapshot.end()
    }
    if (this.#turn !== 0) this.#endTurn(out)
    if (out.length > 0) this.#write(out.handOver())
  }

  #endTurn(out: FrameWriter): void {
    // A batch that was decided in the turn ends it by itself.
    if (out.length === 0) {
      out.begin(fromWorker.endTurn)
      out.end()
    }
    this.#turn = 0
  }

  /** Whether there may be another one. */
  #decideBatch(out: FrameWriter, snapshot: number): boolean {
    const id = ++this.#batchId
    const turn = this.#turn as number
    const batch = new BatchWriter(out, { id, turn, snapshot })
    const sent: Sent[] = []
    let mutations = 0
    let next = 0
    while (next < this.#waiting.length && this.#mayDecide(this.#waiting[next]!, sent.length)) {
      const waiting = this.#waiting[next++]!
      const sequence = this.#sequence + 1
      const decided = this.#decisions.decide(waiting.transaction, batch, sequence)
      const { answer, footprint } = decided
      if (footprint === undefined) {
        give(waiting, answer)
        continue
      }
      this.#sequence = sequence
      sent.push({ waiting, answer, footprint })
      mutations += footprint.keys.length
      if (mutations >= batchMutationsMax || batch.bytes >= batchBytesMax) break
    }
    this.#waiting.splice(0, next)
    const bytes = batch.bytes
    if (!batch.end()) return false
    this.#inFlight.set(id, { sent, bytes })
    this.#inFlightTransactions += sent.length
    this.#inFlightBytes += bytes
    // A turn is over with its batch.
    return next > 0 && turn === 0 && this.#waiting.length > 0
  }

  #mayDecide(waiting: Waiting, sent: number): boolean {
    if (this.#inFlightTransactions + sent >= inFlightTransactionsMax) return false
    if (this.#inFlightBytes >= inFlightBytesMax) return false
    return !this.#needsTurn(waiting) && !this.#decisions.mustWait(waiting.transaction)
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#inFlight.size === 0
  }

  #tellIdle(): void {
    if (this.#isIdle()) for (const resolve of this.#onIdle.splice(0)) resolve()
  }
}

function give(waiting: Waiting, answer: Answer): void {
  if (answer.kind === 'result') waiting.resolve(answer.result)
  else waiting.reject(answer.error)
}

function frameOf(kind: number): Buffer {
  const out = new FrameWriter(16)
  out.begin(kind)
  out.end()
  return out.handOver()
}
