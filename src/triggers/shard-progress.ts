/**
 * How far a shard is processed while several of its batches are in progress: everything before
 * `position` is. Records after it may be processed too, and are processed again after a restart.
 */
import { assert } from '../stdx/assert.js'

export class ShardProgress {
  #position: number
  /** Positions in progress, in order; those that are done wait for the ones before them. */
  #open: number[] = []
  readonly #done = new Set<number>()
  #next: number

  constructor(position: number) {
    this.#position = position
    this.#next = position
  }

  get position(): number {
    return this.#position
  }

  get isIdle(): boolean {
    return this.#open.length === 0
  }

  begin(position: number): void {
    assert(position >= this.#next, 'records are taken up in order', { position })
    this.#open.push(position)
    this.#next = position + 1
  }

  /** Everything before this position is in a batch, or needs no processing. */
  readUpTo(next: number): void {
    this.#next = next
    this.#settle()
  }

  finish(positions: readonly number[]): void {
    for (const position of positions) this.#done.add(position)
    this.#settle()
  }

  #settle(): void {
    let count = 0
    while (count < this.#open.length && this.#done.delete(this.#open[count]!)) count++
    if (count > 0) this.#open = this.#open.slice(count)
    this.#position = this.#open[0] ?? this.#next
  }
}
