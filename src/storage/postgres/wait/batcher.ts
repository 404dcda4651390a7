/**
 * Batches requests of the same group into shared statements.
 *
 * All that arrive in one turn of the event loop go in one statement, and so do those that arrive
 * while statements are in progress. The more are in progress, the more requests must be waiting
 * before another is sent: a busy server sends few large statements, which cost both sides a
 * fraction of many small ones, and an idle one sends each request at once. No request waits longer
 * than `batchWaitMs` for others to join it while a statement may be sent, nor longer than `waitMs`
 * in total.
 */
import { batchSizeMin, batchWaitMs } from '../limits.js'

export interface BatchRules<T> {
  /** Statements in progress at a time. */
  readonly underWayMax: number
  /** How long a request waits for its turn. */
  readonly waitMs: number
  /** How long a request waits for others while a statement may be sent. */
  readonly batchWaitMs?: number
  /** Removes the first requests from a line: those that can share one statement. */
  take(line: T[]): readonly T[]
  /** Settles each of them. Does not reject. */
  send(batch: readonly T[]): Promise<void>
  /** Rejects a request whose turn did not come in time. */
  refuse(one: T): void
}

/** Requests of a group, the longest waiting first, and when each of them arrived. */
interface Line<T> {
  readonly requests: T[]
  readonly sinceMs: number[]
}

/**
 * Requests are in lists only: V8 links the tables that a map or set has outgrown, so requests that are long done
 * would keep others in memory.
 */
export class Batcher<T> {
  readonly #rules: BatchRules<T>
  /** The longest waiting group first. */
  readonly #lines = new Map<string, Line<T>>()
  #waiting = 0
  #underWay = 0
  #looksAtTurnEnd = false
  #looksLater = false

  constructor(rules: BatchRules<T>) {
    this.#rules = rules
  }

  add(group: string, one: T): void {
    const line = this.#lines.get(group) ?? { requests: [], sinceMs: [] }
    if (line.requests.length === 0) this.#lines.set(group, line)
    line.requests.push(one)
    line.sinceMs.push(performance.now())
    this.#waiting++
    this.#lookAtTurnEnd()
  }

  #lookAtTurnEnd(): void {
    if (this.#looksAtTurnEnd) return
    this.#looksAtTurnEnd = true
    setImmediate(() => {
      this.#looksAtTurnEnd = false
      while (this.#isBatchReady()) this.#sendFirst()
      this.#lookLater()
    })
  }

  #isBatchReady(): boolean {
    return this.#mayGo() && this.#waiting >= this.#underWay * batchSizeMin
  }

  #mayGo(): boolean {
    return this.#waiting > 0 && this.#underWay < this.#rules.underWayMax
  }

  /** For requests that no others join. */
  #lookLater(): void {
    if (this.#waiting === 0 || this.#looksLater) return
    this.#looksLater = true
    setTimeout(() => {
      this.#looksLater = false
      if (this.#mayGo()) this.#sendFirst()
      this.#refuseLate()
      this.#lookLater()
    }, this.#rules.batchWaitMs ?? batchWaitMs)
  }

  #sendFirst(): void {
    const [group, line] = this.#lines.entries().next().value!
    const batch = this.#rules.take(line.requests)
    line.sinceMs.splice(0, batch.length)
    this.#waiting -= batch.length
    this.#lines.delete(group)
    // The rest goes to the end, so that no group waits for another forever.
    if (line.requests.length > 0) this.#lines.set(group, line)
    this.#underWay++
    void this.#rules.send(batch).finally(() => {
      this.#underWay--
      if (this.#waiting > 0) this.#lookAtTurnEnd()
    })
  }

  #refuseLate(): void {
    const late = performance.now() - this.#rules.waitMs
    for (const [group, { requests, sinceMs }] of this.#lines) {
      while (requests.length > 0 && sinceMs[0]! < late) {
        sinceMs.shift()
        this.#waiting--
        this.#rules.refuse(requests.shift()!)
      }
      if (requests.length === 0) this.#lines.delete(group)
    }
  }
}
