/**
 * Turns: a fixed number of places, and locks on keys, both first come, first served.
 *
 * Waiting is limited in number and in time. A request that waits too long for a place is refused as
 * unavailable, and one that waits too long for a key as a conflict: nothing has been done for it
 * yet, so it can simply be retried.
 */
import { StorageError } from '../../errors.js'
import { tooManyWait } from '../connection/failures.js'

interface Waiting<T> {
  readonly go: (thing: T) => void
  readonly timer: NodeJS.Timeout
}

/** Waiters for something that is passed from one to the next. */
class Line<T> {
  readonly #waiting = new Set<Waiting<T>>()

  get length(): number {
    return this.#waiting.size
  }

  join(waitMs: number, refusal: () => StorageError): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        reject(refusal())
      }
      const waiting = { go: resolve, timer: setTimeout(giveUp, waitMs) }
      this.#waiting.add(waiting)
    })
  }

  /** Gives the thing to the first waiter; returns whether there was one. */
  next(thing: T): boolean {
    const [first] = this.#waiting
    if (first === undefined) return false
    this.#waiting.delete(first)
    clearTimeout(first.timer)
    first.go(thing)
    return true
  }
}

/** Numbered places, each with one holder at a time. */
export class Places {
  readonly #free: number[]
  readonly #line = new Line<number>()
  readonly #waitMs: number
  readonly #waitingMax: number

  constructor(count: number, waitMs: number, waitingMax: number) {
    this.#free = Array.from({ length: count }, (_, place) => count - 1 - place)
    this.#waitMs = waitMs
    this.#waitingMax = waitingMax
  }

  async use<T>(work: (place: number) => Promise<T>): Promise<T> {
    const place = await this.#take()
    try {
      return await work(place)
    } finally {
      if (!this.#line.next(place)) this.#free.push(place)
    }
  }

  async #take(): Promise<number> {
    const place = this.#free.pop()
    if (place !== undefined) return place
    if (this.#line.length >= this.#waitingMax) throw tooManyWait()
    return this.#line.join(this.#waitMs, tooManyWait)
  }
}

/**
 * Locks on keys within this process. Requests that change the same key take turns here, instead of
 * conflicting in the database.
 */
export class KeyLocks {
  readonly #held = new Map<string, Line<void>>()
  readonly #waitMs: number

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /** All callers take keys in the same order, so there are no deadlocks. */
  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const wanted = keys.length > 1 ? [...new Set(keys)].sort() : keys
    const held: string[] = []
    try {
      for (const key of wanted) {
        const line = this.#held.get(key)
        if (line === undefined) this.#held.set(key, new Line<void>())
        else await line.join(this.#waitMs, keyIsBusy)
        held.push(key)
      }
      return await work()
    } finally {
      for (const key of held) this.#release(key)
    }
  }

  #release(key: string): void {
    if (this.#held.get(key)?.next(undefined) === false) this.#held.delete(key)
  }
}

function keyIsBusy(): StorageError {
  return new StorageError('conflict', 'a key of this request stayed locked by other requests')
}
