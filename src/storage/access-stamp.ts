/**
 * Says when what is known about rights is out of date: principals, policies, policies of resources, tags
 * of tables. A change of any of them writes a new stamp in its own transaction.
 *
 * A store that only this process uses needs no look at the record: this process made every change. On
 * a shared store each request has to see the stamp as it was when the request came or later. One read
 * serves all requests that came before it was sent, so a busy server reads once per round trip, and a
 * change that was acknowledged is never missed.
 */
import type { Random } from '../stdx/random.js'
import { systemSpace, type Engine, type Get, type Mutation } from './engine.js'
import { accessStampKey } from './iam-keys.js'

const get: Get = { kind: 'get', space: systemSpace, key: accessStampKey() }

export class AccessStamp {
  readonly #engine: Engine
  readonly #random: Random
  #changes = 0
  /** The read that has not been sent yet; more requests may join it. */
  #next: Promise<string> | undefined

  constructor(engine: Engine, random: Random) {
    this.#engine = engine
    this.#random = random
  }

  /** To be part of every transaction that changes rights. */
  renewal(): Mutation {
    const value = Buffer.from(this.#random.uuid())
    return { kind: 'put', space: systemSpace, key: accessStampKey(), value }
  }

  /** Runs such a transaction; afterwards this process's own caches are out of date, whatever came of it. */
  async changing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      this.#changes++
    }
  }

  /** Equal stamps mean that nothing has changed in between. */
  current(): string | Promise<string> {
    if (!this.#engine.shared) return String(this.#changes)
    this.#next ??= this.#read()
    return this.#next
  }

  async #read(): Promise<string> {
    // Everybody who asks in this turn joins; the engine sends what one turn reads together.
    await Promise.resolve()
    this.#next = undefined
    const [stamp] = await this.#engine.read([get])
    return stamp?.toString() ?? ''
  }
}
