/**
 * Whose turn it is: everything that is under way waits before it touches the store, and chance decides what
 * goes on. So requests, background work and kills meet in every order, and a seed repeats it.
 */
import { setImmediate } from 'node:timers/promises'
import { below, type Chance } from '../../support/chance.js'

/** Far more than it takes to load a file or to wait for a timer. */
const idleTurnsMax = 2_000_000

export class Turns {
  readonly #chance: Chance
  readonly #waiting: (() => void)[] = []
  #underWay = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  get underWay(): number {
    return this.#underWay
  }

  /** Starts something. Its failure is its own. */
  start(work: () => Promise<unknown>): void {
    this.#underWay++
    const end = () => {
      this.#underWay--
    }
    work().then(end, end)
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Lets some of what waits go on, one after another, each until it waits again. */
  async take(count: number): Promise<void> {
    await setImmediate()
    for (let taken = 0; taken < count; taken++) {
      this.#release()
      await setImmediate()
    }
  }

  /** Until nothing is under way. */
  async drain(): Promise<void> {
    await setImmediate()
    for (let idle = 0; this.#underWay > 0; idle++) {
      if (this.#waiting.length > 0) idle = 0
      if (idle > idleTurnsMax) throw new Error('something is under way and never goes on')
      this.#release()
      await setImmediate()
    }
  }

  /** Runs something alone. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.drain()
    let result: Promise<T> | undefined
    this.start(() => (result = work()))
    await this.drain()
    return result!
  }

  #release(): void {
    // Chance is left alone, so that a seed repeats a run however often it waits for something outside.
    if (this.#waiting.length === 0) return
    const at = below(this.#chance, this.#waiting.length)
    this.#waiting.splice(at, 1)[0]?.()
  }
}
