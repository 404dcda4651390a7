/**
 * How a row lies in memory:
 *
 * | bytes | content |
 * | --- | --- |
 * | 0–23 | scale, weight and bias, which the kernels use: doubles |
 * | 24–27 | how far its key may be off for a query of length 1: a float |
 * | 28–31 | the number of its entry in the table of keys |
 * | 32– | for each filter attribute, the hash of its code; 0 if the item lacks it |
 * | then | its numbers, as floats or as bytes with a sign, in whole groups |
 *
 * Rows of bytes have signs too, which are read before and far more often than the rows, so they are in blocks of their
 * own. Those of 16 rows are a group and lie side by side, as `kernel.wat` wants them:
 *
 * | bytes | content |
 * | --- | --- |
 * | 0–255 | scales, weights, biases and errors of the bounds that signs give: floats, 16 of each |
 * | 256– | for every 8 numbers, a byte for each row, with a bit for each number: 1 if it is not negative |
 */
import { groupBytes, signGroupRows } from './kernel.js'
import { blockBytes } from './limits.js'

export type RowForm = 'floats' | 'bytes'

export interface RowLayout {
  readonly form: RowForm
  readonly dimensions: number
  readonly filterCount: number
  /** Where a row's numbers begin, and how many bytes they take. */
  readonly numbers: number
  readonly numberBytes: number
  readonly rowBytes: number
  readonly rowsPerBlock: number
  /** Undefined if rows have none. */
  readonly signs: SignLayout | undefined
}

export interface SignLayout {
  readonly groupBytes: number
  readonly rowsPerBlock: number
}

export const rowFields = {
  scale: 0,
  weight: 8,
  bias: 16,
  error: 24,
  entry: 28,
  filters: 32,
} as const

/** Of a group. */
export const signFields = { scale: 0, weight: 64, bias: 128, error: 192, signs: 256 } as const

const wordBytes = 4
const alignment = 16

export function rowLayout(form: RowForm, dimensions: number, filterCount: number): RowLayout {
  const numbers = roundUp(rowFields.filters + filterCount * wordBytes, alignment)
  const width = form === 'floats' ? wordBytes : 1
  const numberBytes = roundUp(dimensions * width, groupBytes)
  const rowBytes = numbers + numberBytes
  const rowsPerBlock = Math.floor(blockBytes / rowBytes)
  const signs = form === 'floats' ? undefined : signLayout(dimensions)
  return { form, dimensions, filterCount, numbers, numberBytes, rowBytes, rowsPerBlock, signs }
}

function signLayout(dimensions: number): SignLayout {
  const groupBytes = signFields.signs + Math.ceil(dimensions / 8) * signGroupRows
  const rowsPerBlock = Math.floor(blockBytes / groupBytes) * signGroupRows
  return { groupBytes, rowsPerBlock }
}

/** What a row takes in all. */
export function bytesPerRow({ rowBytes, signs }: RowLayout): number {
  return rowBytes + (signs === undefined ? 0 : signs.groupBytes / signGroupRows)
}

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit
}
