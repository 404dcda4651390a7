/**
 * Which of the rows with the best keys may belong to the answer.
 *
 * Keys of bytes are a little off, so a row stays if its key may be as good as that of the last row of the answer, each
 * being off by its error. Whoever wants the answer scores the candidates anew from the vectors.
 */
import { candidatesMax, candidatesMin, candidatesPerResult } from './limits.js'

export interface Estimate {
  readonly key: number
  /** How far off the key may be. */
  readonly error: number
}

export interface Candidates<T extends Estimate> {
  /** The best first. */
  readonly rows: readonly T[]
  /** The best that a row may be that there was no room for; undefined if there was room for all. */
  readonly leftOut?: Estimate | undefined
}

/** Those that may be among so many best. The rows are in the order of their keys. */
export function chooseCandidates<T extends Estimate>(
  { rows, leftOut }: Candidates<T>,
  count: number,
): Candidates<T> {
  if (rows.length <= count) return { rows, leftOut }
  const certain = certainKey(rows, count)
  const atLeast = Math.max(candidatesMin, count * candidatesPerResult)
  return {
    rows: rows.filter(({ key, error }, i) => i < atLeast || key + error >= certain),
    leftOut,
  }
}

/** Those of several parts of the rows. */
export function joinCandidates<T extends Estimate>(
  parts: readonly Candidates<T>[],
  count: number,
): Candidates<T> {
  const rows = parts.flatMap((part) => part.rows).sort((a, b) => b.key - a.key)
  const leftOut = parts.map((part) => part.leftOut).reduce(better)
  return bounded(chooseCandidates({ rows, leftOut }, count))
}

/** Several parts may have more candidates together than there is room for. */
function bounded<T extends Estimate>({ rows, leftOut }: Candidates<T>): Candidates<T> {
  if (rows.length <= candidatesMax) return { rows, leftOut }
  const error = rows.reduce((most, row) => Math.max(most, row.error), 0)
  const first = { key: rows[candidatesMax]!.key, error }
  return { rows: rows.slice(0, candidatesMax), leftOut: better(leftOut, first) }
}

function better(a: Estimate | undefined, b: Estimate | undefined): Estimate | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.key + a.error >= b.key + b.error ? a : b
}

/** Whether none of those that were left out can belong to the answer. */
export function areComplete({ rows, leftOut }: Candidates<Estimate>, count: number): boolean {
  if (leftOut === undefined) return true
  if (rows.length < count) return false
  // Rows with the same numbers have the same key, and any of them will do.
  if (rows[count - 1]!.key === leftOut.key) return true
  return leftOut.key + leftOut.error <= certainKey(rows, count)
}

/** So many rows have at least this key, whatever their errors are. */
function certainKey(rows: readonly Estimate[], count: number): number {
  return rows.map(({ key, error }) => key - error).sort((a, b) => b - a)[count - 1]!
}
