/** The best rows that a search has seen so far, by their keys. */
import type { VectorDistance } from '../model/table.js'
import { compareScores } from '../vectors/distance.js'

interface ScoredRow {
  readonly key: Buffer
  readonly score: number
}

export class BestRows {
  readonly #distance: VectorDistance
  readonly #countMax: number
  /** The best first; equal ones in the order of their keys. */
  readonly #rows: ScoredRow[] = []

  constructor(distance: VectorDistance, countMax: number) {
    this.#distance = distance
    this.#countMax = countMax
  }

  /** Rows come in the order of their keys, so one that is no better than the last is not kept. */
  add(key: Buffer, score: number): void {
    const rows = this.#rows
    let place = rows.length
    while (place > 0 && compareScores(this.#distance, score, rows[place - 1]!.score) < 0) place--
    if (place >= this.#countMax) return
    rows.splice(place, 0, { key, score })
    if (rows.length > this.#countMax) rows.pop()
  }

  keys(): readonly Buffer[] {
    return this.#rows.map(({ key }) => key)
  }
}
