/**
 * The owner's end of the channel to one worker.
 *
 * What arrives is checked, because a worker may be broken: then it is ended, and the owner goes on.
 * Answers that are ready together leave in one piece.
 */
import type { Duplex } from 'node:stream'
import { type BatchApplier, conflict, type Outcome } from './batch-applier.js'
import type { CommitQueue } from '../commit-queue.js'
import { type SentError, sentError } from './error-codec.js'
import {
  FrameBody,
  FrameDamaged,
  FrameReader,
  FrameWriter,
  fromOwner,
  fromWorker,
} from './frames.js'
import { outcomeCodes } from './outcome-codes.js'
import { readBatch, type SentBatch } from './transaction-codec.js'
import type { Turns, TurnTaker } from './turns.js'

/** What all seats of an owner share. */
export interface SeatContext {
  readonly queue: CommitQueue
  readonly applier: BatchApplier
  readonly turns: Turns
  readonly frameBytesMax: number
  readonly openingMsMax: number
  /** Throws if every write is refused. */
  requireWritable(): void
  /** Called once, when a seat is left. */
  left(seat: WorkerSeat): void
}

/** Who sits there. */
export interface SeatedWorker {
  readonly id: number
  readonly channel: Duplex
  /** Ends the worker's process for certain; nothing of it runs any more when this resolves. */
  end?(): Promise<void>
}

export class WorkerSeat implements TurnTaker {
  readonly #ctx: SeatContext
  readonly #worker: SeatedWorker
  readonly #frames: FrameReader
  #sequence = 0
  #outgoing: FrameWriter | undefined
  #opening: { release(): void; readonly timer: NodeJS.Timeout } | undefined
  #greeted = false
  #left = false
  #ended: Promise<void> | undefined

  constructor(ctx: SeatContext, worker: SeatedWorker) {
    this.#ctx = ctx
    this.#worker = worker
    this.#frames = new FrameReader(ctx.frameBytesMax)
    const { channel } = worker
    channel.on('data', (chunk: Buffer) => this.#receive(chunk))
    channel.on('error', () => this.close())
    channel.on('close', () => this.close())
    channel.on('end', () => this.close())
  }

  get workerId(): number {
    return this.#worker.id
  }

  /** The worker is gone, or is to go: what it has sent completely may still be committed. */
  close(): void {
    if (this.#left) return
    this.#left = true
    this.#ctx.turns.giveUp(this)
    this.#worker.channel.destroy()
    void this.#endOpening()
    this.#ctx.left(this)
  }

  giveTurn(turn: number): void {
    this.#send(fromOwner.turn, (out) => out.uint32(turn))
  }

  tellWrites(refusal: Error | undefined): void {
    this.#send(fromOwner.writes, (out) => out.json(refusal === undefined ? {} : sentError(refusal)))
  }

  #receive(chunk: Buffer): void {
    if (this.#left) return
    try {
      this.#frames.push(chunk, (kind, body) => this.#take(kind, body))
    } catch (error) {
      if (!(error instanceof FrameDamaged)) throw error
      void this.#expel()
    }
  }

  #take(kind: number, body: Buffer): void {
    switch (kind) {
      case fromWorker.hello:
        if (this.#greeted) throw new FrameDamaged('a second greeting')
        this.#greeted = true
        return void this.#open()
      case fromWorker.opened:
        return this.#opened()
      case fromWorker.batch:
        return this.#submit(readBatch(body))
      case fromWorker.askTurn:
        return this.#ctx.turns.ask(this)
      case fromWorker.endTurn:
        return this.#ctx.turns.giveUp(this)
      case fromWorker.ping:
        return this.#pong(new FrameBody(body).uint32())
      default:
        throw new FrameDamaged(`a frame of kind ${kind}`)
    }
  }

  /** A worker that cannot be trusted any more. */
  async #expel(): Promise<void> {
    await this.#end()
    this.close()
  }

  #end(): Promise<void> {
    this.#ended ??= this.#worker.end?.() ?? Promise.resolve()
    return this.#ended
  }

  /** Nobody commits while a worker opens the file. */
  async #open(): Promise<void> {
    const release = await this.#ctx.queue.pause()
    if (this.#left) return release()
    const timer = setTimeout(() => void this.#expel(), this.#ctx.openingMsMax)
    this.#opening = { release, timer }
    this.#send(fromOwner.open, () => {})
  }

  #opened(): void {
    if (this.#opening === undefined) throw new FrameDamaged('a file that nobody asked to open')
    clearTimeout(this.#opening.timer)
    this.#opening.release()
    this.#opening = undefined
  }

  /** One that may still be opening the file must not go on with that once others commit. */
  async #endOpening(): Promise<void> {
    const opening = this.#opening
    if (opening === undefined) return
    this.#opening = undefined
    clearTimeout(opening.timer)
    await this.#end()
    opening.release()
  }

  #submit(batch: SentBatch): void {
    const firstSequence = this.#sequence + 1
    this.#sequence += batch.transactions.length
    const job = this.#ctx.applier.jobFor({ ...batch, worker: this.workerId, firstSequence })
    const work = () => this.#report(batch, this.#ctx.queue.submit(job))
    if (batch.turn === 0) return this.#ctx.turns.submit(work)
    if (this.#ctx.turns.submitInTurn(batch.turn, work)) return
    this.#sendOutcomes(
      batch,
      batch.transactions.map(() => conflict),
    )
  }

  async #report(batch: SentBatch, submitted: Promise<readonly Outcome[]>): Promise<void> {
    try {
      this.#sendOutcomes(batch, await submitted)
    } catch (error) {
      const refused = { kind: 'refused', error } as const
      this.#sendOutcomes(
        batch,
        batch.transactions.map(() => refused),
      )
    }
  }

  #sendOutcomes({ id }: SentBatch, outcomes: readonly Outcome[]): void {
    this.#send(fromOwner.outcomes, (out) => {
      out.uint32(id)
      for (const outcome of outcomes) {
        out.byte(outcomeCodes[outcome.kind])
        if (outcome.kind === 'refused') out.json(sentError(outcome.error))
      }
    })
  }

  #pong(id: number): void {
    let fault: SentError | undefined
    try {
      this.#ctx.requireWritable()
    } catch (error) {
      fault = sentError(error)
    }
    this.#send(fromOwner.pong, (out) => {
      out.uint32(id)
      out.json(fault ?? {})
    })
  }

  #send(kind: number, write: (out: FrameWriter) => void): void {
    if (this.#left) return
    if (this.#outgoing === undefined) {
      this.#outgoing = new FrameWriter()
      process.nextTick(() => this.#flush())
    }
    this.#outgoing.begin(kind)
    write(this.#outgoing)
    this.#outgoing.end()
  }

  #flush(): void {
    const bytes = this.#outgoing?.handOver()
    this.#outgoing = undefined
    if (bytes !== undefined && !this.#left) this.#worker.channel.write(bytes)
  }
}
