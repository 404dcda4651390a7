/**
 * What a vector index stores for an item, as bytes:
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | version of the form |
 * | 1– | the vector: 32-bit floats, little endian |
 * | then | for each filter attribute in the order of the definition: a byte with the length of its code and the code, or only the byte 255 if the item lacks it |
 *
 * A code stands for a value: two values of one type are equal exactly if their codes are. Who makes
 * codes is no matter here.
 */
import { assert } from '../stdx/assert.js'

const rowForm = 1
const floatBytes = 4
const lacking = 255

/** The longest code that a filter attribute may have. */
export const filterCodeBytesMax = lacking - 1

/** Of a filter attribute; undefined if the item lacks it. */
export type FilterCode = Uint8Array | undefined

export interface VectorRow {
  readonly vector: Float32Array
  readonly filters: readonly FilterCode[]
}

export function encodeRow({ vector, filters }: VectorRow): Buffer {
  const filterBytes = filters.reduce((sum, code) => sum + 1 + (code?.length ?? 0), 0)
  const row = Buffer.allocUnsafe(1 + vector.length * floatBytes + filterBytes)
  row[0] = rowForm
  let at = 1
  for (const value of vector) at = row.writeFloatLE(value, at)
  for (const code of filters) {
    assert((code?.length ?? 0) <= filterCodeBytesMax, 'a code of a filter attribute fits')
    row[at++] = code?.length ?? lacking
    if (code === undefined) continue
    row.set(code, at)
    at += code.length
  }
  return row
}

/** Decodes a row of an index with so many dimensions and filter attributes. */
export function decodeRow(row: Uint8Array, dimensions: number, filterCount: number): VectorRow {
  return {
    vector: vectorOfRow(row, dimensions),
    filters: filterCount === 0 ? [] : filtersOfRow(row, dimensions, filterCount),
  }
}

/** Copies the vector of a row, to any place that has room for it. */
export function vectorOfRow(
  row: Uint8Array,
  dimensions: number,
  into: Float32Array = new Float32Array(dimensions),
): Float32Array {
  assert(row[0] === rowForm, 'a row of a vector index has a known form', { form: row[0] })
  const end = 1 + dimensions * floatBytes
  assert(row.length >= end, 'a row of a vector index has its vector', { length: row.length })
  if (isLittleEndian) {
    // Floats may not start at just any byte, bytes may.
    const bytes = new Uint8Array(into.buffer, into.byteOffset, dimensions * floatBytes)
    bytes.set(row.subarray(1, end))
    return into
  }
  const view = new DataView(row.buffer, row.byteOffset + 1, dimensions * floatBytes)
  for (let i = 0; i < dimensions; i++) into[i] = view.getFloat32(i * floatBytes, true)
  return into
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The codes of a row's filter attributes, in the order of the definition. */
export function filtersOfRow(
  row: Uint8Array,
  dimensions: number,
  filterCount: number,
): readonly FilterCode[] {
  const codes: FilterCode[] = []
  let at = 1 + dimensions * floatBytes
  for (let i = 0; i < filterCount; i++) {
    const length = row[at++]
    assert(length !== undefined, 'a row of a vector index has its filter attributes')
    if (length === lacking) {
      codes.push(undefined)
      continue
    }
    codes.push(row.subarray(at, at + length))
    at += length
  }
  assert(at === row.length, 'a row of a vector index ends with its filter attributes')
  return codes
}
