/** A worker's end of the channel to the owner of the folder. */
import type { Duplex } from 'node:stream'
import { EngineClosed, StorageError } from '../../errors.js'
import { receivedError, type SentError } from './error-codec.js'
import {
  FrameBody,
  FrameDamaged,
  FrameReader,
  FrameWriter,
  fromOwner,
  fromWorker,
} from './frames.js'
import { pingMsMax } from './limits.js'
import { outcomeCodes } from './outcome-codes.js'

export type OwnerOutcome = 'applied' | 'conflict' | StorageError

/** What the owner says. */
export interface OwnerListener {
  onOutcomes(batchId: number, outcomes: readonly OwnerOutcome[]): void
  onTurn(turn: number): void
  onWrites(refusal: StorageError | undefined): void
  /** The owner is gone, or cannot be understood. */
  onLost(error: StorageError): void
}

interface PendingPing {
  resolve(): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

export class WorkerChannel {
  readonly #channel: Duplex
  readonly #frames = new FrameReader()
  readonly #pings = new Map<number, PendingPing>()
  #lastPing = 0
  #listener: OwnerListener | undefined
  #onOpen: { resolve(): void; reject(error: Error): void } | undefined
  #lost: StorageError | undefined
  /** Why writes are refused: the owner may say so before anybody listens. */
  #refusal: StorageError | undefined
  #ending = false

  constructor(channel: Duplex) {
    this.#channel = channel
    channel.on('data', (chunk: Buffer) => this.#receive(chunk))
    channel.on('error', (error) => this.#lose(error))
    channel.on('end', () => this.#lose())
    channel.on('close', () => this.#lose())
  }

  get lost(): StorageError | undefined {
    return this.#lost
  }

  listen(listener: OwnerListener): void {
    this.#listener = listener
    if (this.#refusal !== undefined) listener.onWrites(this.#refusal)
    if (this.#lost !== undefined) listener.onLost(this.#lost)
  }

  /** Resolves when the file may be opened, which has to be done before anything else, and told. */
  mayOpen(): Promise<void> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      this.#onOpen = { resolve, reject }
      this.#send(fromWorker.hello)
    })
  }

  opened(): void {
    this.#send(fromWorker.opened)
  }

  write(bytes: Buffer): void {
    this.#channel.write(bytes)
  }

  /** Rejects if the owner refuses every write or does not answer. */
  ping(): Promise<void> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    const id = ++this.#lastPing
    return new Promise((resolve, reject) => {
      const silent = () => this.#pong(id, new StorageError('unavailable', 'the owner is silent'))
      this.#pings.set(id, { resolve, reject, timer: setTimeout(silent, pingMsMax) })
      this.#send(fromWorker.ping, (out) => out.uint32(id))
    })
  }

  /** Leaves the owner. */
  end(): void {
    this.#ending = true
    this.#channel.end()
    this.#channel.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#lost !== undefined) return
    try {
      this.#frames.push(chunk, (kind, body) => this.#take(kind, new FrameBody(body)))
    } catch (error) {
      if (!(error instanceof FrameDamaged)) throw error
      this.#lose(error)
      this.#channel.destroy()
    }
  }

  #take(kind: number, body: FrameBody): void {
    switch (kind) {
      case fromOwner.open:
        return this.#onOpen?.resolve()
      case fromOwner.outcomes:
        return this.#listener?.onOutcomes(body.uint32(), readOutcomes(body))
      case fromOwner.turn:
        return this.#listener?.onTurn(body.uint32())
      case fromOwner.writes:
        this.#refusal = faultIn(body)
        return this.#listener?.onWrites(this.#refusal)
      case fromOwner.pong:
        return this.#pong(body.uint32(), faultIn(body))
      default:
        throw new FrameDamaged(`a frame of kind ${kind}`)
    }
  }

  #pong(id: number, fault: StorageError | undefined): void {
    const ping = this.#pings.get(id)
    if (ping === undefined) return
    this.#pings.delete(id)
    clearTimeout(ping.timer)
    if (fault === undefined) ping.resolve()
    else ping.reject(fault)
  }

  #lose(cause?: Error): void {
    if (this.#lost !== undefined) return
    this.#lost = this.#ending
      ? new EngineClosed()
      : new StorageError('unavailable', 'the owner of the data folder is gone', cause)
    for (const id of this.#pings.keys()) this.#pong(id, this.#lost)
    this.#onOpen?.reject(this.#lost)
    if (!this.#ending) this.#listener?.onLost(this.#lost)
  }

  #send(kind: number, write?: (out: FrameWriter) => void): void {
    const out = new FrameWriter(16)
    out.begin(kind)
    write?.(out)
    out.end()
    this.#channel.write(out.handOver())
  }
}

function readOutcomes(body: FrameBody): readonly OwnerOutcome[] {
  const outcomes: OwnerOutcome[] = []
  while (!body.atEnd) outcomes.push(readOutcome(body))
  return outcomes
}

function readOutcome(body: FrameBody): OwnerOutcome {
  const code = body.byte()
  if (code === outcomeCodes.applied) return 'applied'
  if (code === outcomeCodes.conflict) return 'conflict'
  if (code === outcomeCodes.refused) return receivedError(body.json() as SentError)
  throw new FrameDamaged(`an outcome of kind ${code}`)
}

function faultIn(body: FrameBody): StorageError | undefined {
  const fault = body.json() as Partial<SentError>
  return fault.message === undefined ? undefined : receivedError(fault as SentError)
}
