/**
 * Rows on their way to a thread, in one buffer, which is handed over rather than copied. Each is, in words of four
 * bytes: its scope, the hash and length of its key, the key; then, unless the scope says that the row is gone, the
 * vector and the hashes of its filter attributes.
 */
import { crc32 } from '../../stdx/crc32.js'
import type { IncomingRow, IndexShape } from '../../vectors/index-share.js'
import { filtersOfRow, vectorOfRow, type FilterCode } from '../../vectors/row.js'

/** In the place of a scope. */
const gone = 0xffff_ffff
const headWords = 3
const wordsAtFirst = 16_384

export class RowBatch {
  readonly #shape: IndexShape
  #words = new Uint32Array(wordsAtFirst)
  #length = 0

  constructor(shape: IndexShape) {
    this.#shape = shape
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(scope: number, key: Uint8Array, hash: number, row: Uint8Array): void {
    const { dimensions, filterCount } = this.#shape
    this.#begin(scope, key, hash, dimensions + filterCount)
    const floats = new Float32Array(this.#words.buffer, this.#length * 4, dimensions)
    vectorOfRow(row, dimensions, floats)
    this.#length += dimensions
    if (filterCount === 0) return
    for (const code of filtersOfRow(row, dimensions, filterCount)) {
      this.#words[this.#length++] = filterHash(code)
    }
  }

  remove(key: Uint8Array, hash: number): void {
    this.#begin(gone, key, hash, 0)
  }

  /** The batch is of no use afterwards. */
  toBuffer(): ArrayBuffer {
    return this.#words.buffer.slice(0, this.#length * 4)
  }

  #begin(scope: number, key: Uint8Array, hash: number, wordsAfter: number): void {
    const keyWords = Math.ceil(key.length / 4)
    this.#reserve(headWords + keyWords + wordsAfter)
    this.#words.set([scope, hash, key.length], this.#length)
    this.#length += headWords
    new Uint8Array(this.#words.buffer, this.#length * 4).set(key)
    this.#length += keyWords
  }

  #reserve(words: number): void {
    const needed = this.#length + words
    if (needed <= this.#words.length) return
    const longer = new Uint32Array(Math.max(needed, this.#words.length * 2))
    longer.set(this.#words)
    this.#words = longer
  }
}

/** A row of a batch; its arrays are views that nobody may keep. */
export type BatchedRow = Omit<IncomingRow, 'vector' | 'filters'> &
  (
    | (Pick<IncomingRow, 'vector' | 'filters'> & { readonly scope: number })
    | { readonly scope: undefined }
  )

export function* readBatch(
  batch: ArrayBuffer,
  { dimensions, filterCount }: IndexShape,
): Generator<BatchedRow> {
  const words = new Uint32Array(batch)
  for (let at = 0; at < words.length;) {
    const [scope, hash, length] = [words[at]!, words[at + 1]!, words[at + 2]!]
    at += headWords
    const key = new Uint8Array(batch, at * 4, length)
    at += Math.ceil(length / 4)
    if (scope === gone) {
      yield { scope: undefined, key, hash }
      continue
    }
    const vector = new Float32Array(batch, at * 4, dimensions)
    at += dimensions
    const filters = new Uint32Array(batch, at * 4, filterCount)
    at += filterCount
    yield { scope, key, hash, vector, filters }
  }
}

/** Says which thread has the row of an item, and finds it there. */
export function itemHash(itemKey: Uint8Array): number {
  return crc32(itemKey)
}

/**
 * Two codes with one hash are taken for one another here; the last step of a search, which looks at the rows
 * themselves, tells them apart.
 */
export function filterHash(code: FilterCode): number {
  return code === undefined ? 0 : crc32(code) || 1
}
