/** Work of a server that is done again and again, for as long as the server runs. */
import { Sleeper } from '../stdx/sleeper.js'
import type { Part } from './parts.js'

export interface Repetition {
  readonly name: string
  /** Resolves with the milliseconds to rest. */
  work(): Promise<number>
  readonly onFailure: (error: unknown) => void
  /** How long to rest at first, and after a failure. */
  readonly restMs: number
  /** When the work has stopped. */
  atEnd?(): Promise<void>
}

export class RepeatedWork implements Part {
  readonly name: string
  readonly #repetition: Repetition
  readonly #sleeper = new Sleeper()
  #stopped = false
  #loop: Promise<void> | undefined

  constructor(repetition: Repetition) {
    this.name = repetition.name
    this.#repetition = repetition
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** There is something to do at once. */
  wake(): void {
    this.#sleeper.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#sleeper.wake()
    await this.#loop
    await this.#repetition.atEnd?.().catch(this.#repetition.onFailure)
  }

  async #run(): Promise<void> {
    let { restMs } = this.#repetition
    for (;;) {
      await this.#sleeper.sleep(restMs)
      if (this.#stopped) return
      restMs = await this.#work()
    }
  }

  async #work(): Promise<number> {
    try {
      return await this.#repetition.work()
    } catch (error) {
      this.#repetition.onFailure(error)
      return this.#repetition.restMs
    }
  }
}
