/**
 * The values of a period as far as an aggregate knows them, in the order of their size: pieces with bounds, within
 * which values are taken to be spread evenly on a logarithmic scale. A rank counts values from the least one.
 */
import type { Aggregate } from './aggregate.js'
import { binStart } from './histogram.js'

interface Piece {
  readonly low: number
  readonly high: number
  readonly count: number
}

export class Distribution {
  readonly count: number
  readonly #pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
    this.count = pieces.reduce((sum, { count }) => sum + count, 0)
  }

  valueAt(rank: number): number {
    let below = 0
    for (const piece of this.#pieces) {
      if (rank <= below + piece.count) return valueIn(piece, (rank - below) / piece.count)
      below += piece.count
    }
    return this.#pieces.at(-1)!.high
  }

  /** How many values are not above one. */
  rankOf(value: number): number {
    let below = 0
    for (const { low, high, count } of this.#pieces) {
      if (value >= high) below += count
      else
        return value > low ? below + count * (Math.log(value / low) / Math.log(high / low)) : below
    }
    return below
  }

  sumBetween(from: number, to: number): number {
    let sum = 0
    let below = 0
    for (const piece of this.#pieces) {
      const first = Math.max(from, below)
      const last = Math.min(to, below + piece.count)
      if (last > first) {
        const start = valueIn(piece, (first - below) / piece.count)
        const end = valueIn(piece, (last - below) / piece.count)
        sum += (last - first) * meanBetween(start, end)
      }
      below += piece.count
    }
    return sum
  }
}

/** Undefined if too little is known of the values. */
export function distributionOf(aggregate: Aggregate): Distribution | undefined {
  const { min, max, histogram } = aggregate
  if (aggregate.count <= 0) return undefined
  if (min === max) return new Distribution([{ low: min, high: max, count: aggregate.count }])
  if (histogram === undefined || histogram.size === 0) return undefined
  const bins = [...histogram].sort(([a], [b]) => a - b)
  return new Distribution(
    bins.map(([bin, count]) => {
      const low = binStart(bin)
      // What is not above 0 shares one bin.
      if (low === 0) return { low: Math.min(0, min), high: Math.min(0, max), count }
      return { low: Math.max(low, min), high: Math.min(binStart(bin + 1), max), count }
    }),
  )
}

function valueIn({ low, high }: Piece, share: number): number {
  if (share >= 1) return high
  return low > 0 ? low * (high / low) ** share : low + (high - low) * share
}

/** Of values that are evenly spread on a logarithmic scale. */
function meanBetween(low: number, high: number): number {
  return low > 0 && high > low ? (high - low) / Math.log(high / low) : (low + high) / 2
}
