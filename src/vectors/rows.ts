/**
 * Vectors become rows in memory, and the vector of a search a query for their kernel.
 *
 * Every distance becomes a key that is larger the nearer a row is, from the dot product of row and query:
 *
 * | distance | key | weight | bias |
 * | --- | --- | --- | --- |
 * | cosine | x·q / |x| | 1 / |x|, 0 for a vector of zeros | 0 |
 * | dot product | x·q | 1 | 0 |
 * | Euclidean | x·q − |x|² / 2 | 1 | −|x|² / 2 |
 *
 * As floats, a row has the vector itself. As bytes, it has the vector minus the mean of its scope, with a scale of its
 * own: what all vectors have in common takes no digits away from what tells them apart.
 */
import type { VectorDistance } from '../model/table.js'
import { scratch, type Arena } from './arenas.js'
import { queryCodeMax } from './kernel.js'
import { errorDeviations } from './limits.js'
import { rowFields, type RowLayout } from './row-layout.js'
import type { RowPlace, SignPlace } from './row-store.js'
import { writeSigns } from './signs.js'

const byteCodeMax = 127

/** What a row holds. The hashes are those of the codes of its filter attributes, 0 for those that it lacks. */
export interface RowContent {
  readonly entry: number
  readonly vector: Float32Array
  readonly filters: Uint32Array
}

export function writeFloatRow(
  layout: RowLayout,
  { arena, address }: RowPlace,
  distance: VectorDistance,
  row: RowContent,
): void {
  const start = (address + layout.numbers) / 4
  arena.floats.set(row.vector, start)
  arena.floats.fill(0, start + layout.dimensions, start + layout.numberBytes / 4)
  writeHead(arena, address, row, { ...factorsOf(distance, row.vector), scale: 1, error: 0 })
}

export function writeByteRow(
  layout: RowLayout,
  { arena, address }: RowPlace,
  distance: VectorDistance,
  row: RowContent & { readonly mean: Float64Array; readonly signs: SignPlace },
): void {
  const { vector, mean } = row
  const { dimensions, numberBytes } = layout
  let most = 0
  for (let i = 0; i < dimensions; i++) most = Math.max(most, Math.abs(vector[i]! - mean[i]!))
  const scale = most / byteCodeMax
  const perUnit = most === 0 ? 0 : 1 / scale
  const start = address + layout.numbers
  let squaredError = 0
  for (let i = 0; i < dimensions; i++) {
    const exact = (vector[i]! - mean[i]!) * perUnit
    const code = Math.round(exact)
    arena.bytes[start + i] = code
    squaredError += (exact - code) ** 2
  }
  arena.bytes.fill(0, start + dimensions, start + numberBytes)
  const factors = factorsOf(distance, vector)
  // The error of a dot product with a unit vector, if the errors of the numbers are independent of it.
  const deviation = scale * Math.sqrt(squaredError / dimensions)
  const error = factors.weight * deviation * errorDeviations
  writeHead(arena, address, row, { ...factors, scale, error })
  writeSigns(layout, row.signs, { vector, mean, ...factors })
}

interface Factors {
  readonly weight: number
  readonly bias: number
}

function factorsOf(distance: VectorDistance, vector: Float32Array): Factors {
  if (distance === 'dot-product') return { weight: 1, bias: 0 }
  const squaredNorm = dot(vector, vector)
  if (distance === 'euclidean') return { weight: 1, bias: -squaredNorm / 2 }
  return { weight: squaredNorm === 0 ? 0 : 1 / Math.sqrt(squaredNorm), bias: 0 }
}

interface Head extends Factors {
  readonly scale: number
  readonly error: number
}

function writeHead(
  arena: Arena,
  address: number,
  { entry, filters }: RowContent,
  { scale, weight, bias, error }: Head,
): void {
  arena.doubles[(address + rowFields.scale) / 8] = scale
  arena.doubles[(address + rowFields.weight) / 8] = weight
  arena.doubles[(address + rowFields.bias) / 8] = bias
  arena.floats[(address + rowFields.error) / 4] = error
  arena.words[(address + rowFields.entry) / 4] = entry
  arena.words.set(filters, (address + rowFields.filters) / 4)
}

/** The vector of a search, for rows of one form. */
export interface KernelQuery {
  readonly scale: number
  readonly shift: number
  /** The length of the vector. */
  readonly norm: number
  /** Puts it where the kernel of a memory looks for it. */
  write(arena: Arena): void
}

export function floatQuery(
  { dimensions, numberBytes }: RowLayout,
  vector: Float32Array,
): KernelQuery {
  const start = scratch.query / 8
  return {
    scale: 1,
    shift: 0,
    norm: Math.sqrt(dot(vector, vector)),
    write({ doubles }) {
      doubles.set(vector, start)
      doubles.fill(0, start + dimensions, start + numberBytes / 4)
    },
  }
}

export function byteQuery(
  { numberBytes }: RowLayout,
  vector: Float32Array,
  mean: Float64Array,
): KernelQuery {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const scale = most / queryCodeMax
  const codes = new Int16Array(numberBytes)
  if (most > 0) vector.forEach((value, i) => (codes[i] = Math.round(value / scale)))
  const bytes = new Uint8Array(codes.buffer)
  return {
    scale,
    shift: dot(vector, mean),
    norm: Math.sqrt(dot(vector, vector)),
    write: (arena) => arena.bytes.set(bytes, scratch.query),
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
