/**
 * The signs of a row's numbers: an eighth of its bytes, and enough to tell that most rows are not among the nearest.
 *
 * With m, the mean of the scope, a row x is m + r, and x·q = m·q + r·m + r·(q − m). Only the last term has to be
 * estimated. The signs of r, times |r|² / Σ|rᵢ|, are a vector with the same product with r as r itself; what it has
 * beside r, e, is at a right angle to r. Both r and q − m are turned by chance first (`rotate.ts`), so e·(q − m) is about normally
 * distributed, with a deviation of at most |e| |q − m| / √dimensions. So signs give a key and how far it may be off, as
 * bytes do, only farther.
 *
 * The kernel computes in floats. What they may round away is added to the bounds, and numbers that floats are bad at are
 * kept from it.
 */
import { scratch, type Arena } from './arenas.js'
import { signGroupRows, signSumMax } from './kernel.js'
import { errorDeviations } from './limits.js'
import { rotated } from './rotate.js'
import { signFields, type RowLayout } from './row-layout.js'
import type { SignPlace } from './row-store.js'

export interface SignedRow {
  readonly vector: Float32Array
  readonly mean: Float64Array
  /** Of the row's key: see `rows.ts`. */
  readonly weight: number
  readonly bias: number
}

export function writeSigns(
  { dimensions }: RowLayout,
  { arena, address, lane }: SignPlace,
  { vector, mean, weight, bias }: SignedRow,
): void {
  const own = difference(vector, mean)
  const withMean = dot(own, mean)
  const turned = rotated(arena, own)
  let [sum, squares, bits] = [0, 0, 0]
  const start = address + signFields.signs + lane
  for (let i = 0; i < dimensions; i++) {
    const value = turned[i]!
    sum += Math.abs(value)
    squares += value * value
    if (value >= 0) bits |= 1 << (i & 7)
    if ((i & 7) !== 7 && i !== dimensions - 1) continue
    arena.bytes[start + (i >> 3) * signGroupRows] = bits
    bits = 0
  }
  const scale = sum === 0 ? 0 : squares / sum
  // |e|: the signs' vector is the long side of a triangle with a right angle.
  const error = Math.sqrt(Math.max(0, dimensions * scale * scale - squares))
  const constant = roundedUp(weight * withMean + bias)
  writeFactors(arena, address + lane * 4, [weight * scale, weight, constant, weight * error])
}

/** A row whose factors floats are bad at is never left out. */
function writeFactors({ floats }: Arena, address: number, factors: readonly number[]): void {
  const [scale, weight, bias, error] = factors.every(isModest) ? factors : [0, 0, Infinity, 0]
  floats[(address + signFields.scale) / 4] = scale!
  floats[(address + signFields.weight) / 4] = weight!
  floats[(address + signFields.bias) / 4] = bias!
  floats[(address + signFields.error) / 4] = error!
}

/** The vector of a search, for signs. */
export interface SignQuery {
  readonly step: number
  readonly base: number
  readonly shift: number
  readonly error: number
  /** Puts it where the kernel of a memory looks for it. */
  write(arena: Arena): void
}

/** Undefined if its numbers are such that floats are bad at them. */
export function signQuery(
  arena: Arena,
  vector: Float32Array,
  mean: Float64Array,
): SignQuery | undefined {
  const turned = Float64Array.from(rotated(arena, difference(vector, mean)))
  const norm = Math.sqrt(dot(turned, turned))
  const { tables, step, total } = tablesOf(turned)
  const rounding = step * Math.sqrt(tables.length / 16 / 12) * errorDeviations
  const query = {
    step,
    base: roundedUp(rounding - total),
    shift: roundedUp(dot(vector, mean)),
    error: (errorDeviations * norm) / Math.sqrt(vector.length),
  }
  if (!Object.values(query).every(isModest)) return undefined
  return { ...query, write: (arena) => arena.bytes.set(tables, scratch.tables) }
}

/**
 * For every four numbers, what they add up to for each way of signs, as bytes: how much more than the least, in steps. The
 * sum of all is then `step * sum - total`.
 */
function tablesOf(values: Float64Array) {
  const count = Math.ceil(values.length / 8) * 2
  const least = Float64Array.from({ length: count }, (_, table) => {
    return four(values, table).reduce((sum, value) => sum + Math.abs(value), 0)
  })
  const most = least.reduce((max, value) => Math.max(max, 2 * value), 0)
  const step = most / Math.min(tableEntryMax, Math.floor(signSumMax / count)) || 1
  const tables = new Uint8Array(count * tableEntries)
  for (let table = 0; table < count; table++) {
    const numbers = four(values, table)
    for (let signs = 0; signs < tableEntries; signs++) {
      const sum = numbers.reduce((all, value, i) => all + ((signs >> i) & 1 ? value : -value), 0)
      tables[table * tableEntries + signs] = Math.round((sum + least[table]!) / step)
    }
  }
  return { tables, step, total: least.reduce((sum, value) => sum + value, 0) }
}

/** Two entries are added as bytes. */
const tableEntryMax = 127
const tableEntries = 16

function four(values: Float64Array, table: number): Float64Array {
  return values.subarray(table * 4, table * 4 + 4)
}

function difference(vector: Float32Array, mean: Float64Array): Float64Array {
  return mean.map((value, i) => vector[i]! - value)
}

/** By more than some operations on floats may lose of it. */
function roundedUp(value: number): number {
  return value + Math.abs(value) * 1e-6
}

/** Whether products of such numbers are far from the ends of what floats can be. */
function isModest(value: number): boolean {
  return value === 0 || (Math.abs(value) > 1e-12 && Math.abs(value) < 1e12)
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
