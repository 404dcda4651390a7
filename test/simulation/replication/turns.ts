/**
 * Whose turn it is: everything that is under way waits before it touches the store, and chance decides what
 * goes on. So requests, background work and kills meet in every order, and a seed repeats it.
 */
import { setImmediate } from 'node:timers/promises'
import { below, type Chance } from '../../support/chance.js'

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

  /** Lets some of what waits go on, one after another. */
  async take(count: number): Promise<void> {
    for (let taken = 0; taken < count; taken++) {
      await setImmediate()
      this.#release()
    }
  }

  /** Until nothing is under way. */
  async drain(): Promise<void> {
    while (this.#underWay > 0) await this.take(1)
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
    const at = below(this.#chance, this.#waiting.length)
    this.#waiting.splice(at, 1)[0]?.()
  }
}
