/**
 * Who may send a batch to the commit queue, and when: everybody, unless a worker has a turn.
 *
 * In a turn one worker decides on a snapshot that nothing can change, because the batches of all
 * others wait. A turn ends with the batch that was decided in it, or when it has taken too long.
 * Batches that waited go before the next turn.
 */
import { turnMsMax } from './limits.js'

/** A worker that can be given a turn. */
export interface TurnTaker {
  giveTurn(turn: number): void
}

export class Turns {
  readonly #msMax: number
  readonly #asked: TurnTaker[] = []
  #held: (() => Promise<unknown>)[] = []
  #running = 0
  #taker: TurnTaker | undefined
  /** 0 until the turn has begun. */
  #turn = 0
  #lastTurn = 0
  #timer: NodeJS.Timeout | undefined

  constructor(msMax = turnMsMax) {
    this.#msMax = msMax
  }

  /** Runs now, or when the turn under way has ended. Must not reject. */
  submit(work: () => Promise<unknown>): void {
    if (this.#taker === undefined) this.#run(work)
    else this.#held.push(work)
  }

  /** Runs what was decided in a turn and ends the turn; false if the turn is over. */
  submitInTurn(turn: number, work: () => Promise<unknown>): boolean {
    if (turn !== this.#turn || turn === 0) return false
    this.#run(work)
    this.#end()
    return true
  }

  ask(taker: TurnTaker): void {
    this.#asked.push(taker)
    this.#next()
  }

  /** Nothing came of a turn, or its worker is gone. */
  giveUp(taker: TurnTaker): void {
    const at = this.#asked.indexOf(taker)
    if (at >= 0) this.#asked.splice(at, 1)
    if (this.#taker === taker) this.#end()
  }

  #next(): void {
    if (this.#taker !== undefined || this.#asked.length === 0) return
    this.#taker = this.#asked.shift()
    this.#begin()
  }

  #begin(): void {
    if (this.#taker === undefined || this.#turn !== 0 || this.#running > 0) return
    this.#turn = ++this.#lastTurn
    this.#timer = setTimeout(() => this.#end(), this.#msMax)
    this.#taker.giveTurn(this.#turn)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#taker = undefined
    this.#turn = 0
    for (const work of this.#held.splice(0)) this.#run(work)
    this.#next()
  }

  #run(work: () => Promise<unknown>): void {
    this.#running++
    void work().finally(() => {
      this.#running--
      this.#begin()
    })
  }
}
