/**
 * What one thread holds of a vector index: the rows of the scopes that are searched, for the keys that fall to the
 * thread. A scope is the rows with one HASH value, or all rows if the index has no HASH.
 *
 * A key has at most one row, in one scope: a row that is put takes the place of the one that its key had before. Rows
 * of scopes that are not open are not kept.
 */
import type { VectorDistance } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Arenas } from './arenas.js'
import { Best } from './best.js'
import { chooseCandidates, type Candidates, type Estimate } from './candidates.js'
import { KeyTable } from './key-table.js'
import { byteDimensionsMin, candidatesMax, floatBytesMax, signRowsMin } from './limits.js'
import { rowLayout, type RowForm } from './row-layout.js'
import { RowStore } from './row-store.js'
import { byteQuery, floatQuery, writeByteRow, writeFloatRow, type RowContent } from './rows.js'
import { scanRows, type RowFilter } from './scan-rows.js'
import { signQuery } from './signs.js'

export interface IndexShape {
  readonly dimensions: number
  readonly distance: VectorDistance
  readonly filterCount: number
}

export interface ShareSearch {
  readonly vector: Float32Array
  readonly count: number
  readonly filters: readonly RowFilter[]
}

export interface KeyedEstimate extends Estimate {
  readonly itemKey: Uint8Array
}

export interface IncomingRow {
  readonly key: Uint8Array
  readonly hash: number
  readonly vector: Float32Array
  readonly filters: Uint32Array
}

export interface ShareSettings {
  readonly floatBytes?: number
  readonly signRows?: number
}

interface Part {
  readonly form: RowForm
  readonly store: RowStore
  readonly scope: number
  /** What bytes are relative to. */
  readonly mean: Float64Array
}

interface Scope {
  readonly floats: number
  /** The number of the part of bytes, from when it has rows. */
  bytes: number | undefined
  readonly floatBytesMax: number
}

export class IndexShare {
  readonly #shape: IndexShape
  readonly #arenas: Arenas
  readonly #floatBytes: number
  readonly #signRows: number
  readonly #keys = new KeyTable()
  readonly #scopes = new Map<number, Scope>()
  /** By numbers, which the table of keys has; those of dropped scopes are used again. */
  readonly #parts: (Part | undefined)[] = []

  /**
   * `floatBytes` is how many bytes of each scope are floats before rows become bytes, `signRows` how many rows of bytes
   * make it worth to look at their signs first.
   */
  constructor(
    shape: IndexShape,
    arenas: Arenas,
    { floatBytes = floatBytesMax, signRows = signRowsMin }: ShareSettings = {},
  ) {
    this.#shape = shape
    this.#arenas = arenas
    this.#floatBytes = floatBytes
    this.#signRows = signRows
  }

  /** Apart from its rows, which are in the arenas. */
  get keyBytes(): number {
    return this.#keys.bytes
  }

  /** As floats alone if bytes were found not to tell its vectors apart. */
  openScope(scope: number, onlyFloats: boolean): void {
    assert(!this.#scopes.has(scope), 'a scope is opened once')
    const { dimensions } = this.#shape
    const isFloats = onlyFloats || dimensions < byteDimensionsMin
    const floats = this.#addPart(scope, 'floats', new Float64Array(dimensions))
    const limit = isFloats ? Infinity : this.#floatBytes
    this.#scopes.set(scope, { floats, bytes: undefined, floatBytesMax: limit })
  }

  dropScope(scope: number): void {
    for (const [number, part] of this.#parts.entries()) {
      if (part?.scope !== scope) continue
      for (let slot = 0; slot < part.store.length; slot++) {
        this.#keys.remove(part.store.entryAt(slot))
      }
      part.store.clear()
      this.#parts[number] = undefined
    }
    this.#scopes.delete(scope)
  }

  /** Whether no scope is open. */
  get isEmpty(): boolean {
    return this.#scopes.size === 0
  }

  put(scope: number, { key, hash, vector, filters }: IncomingRow): void {
    const found = this.#keys.find(key, hash)
    const old = found === undefined ? undefined : this.#parts[this.#keys.storeOf(found)]!
    if (found !== undefined && old !== undefined && old.scope === scope) {
      this.#write(old, this.#keys.rowOf(found), { entry: found, vector, filters })
      return
    }
    if (found !== undefined) this.#removeEntry(found)
    const target = this.#scopes.get(scope)
    if (target === undefined) return
    const entry = this.#keys.add(key, hash)
    const number = this.#partWithRoom(scope, target)
    const part = this.#parts[number]!
    const slot = part.store.add()
    this.#keys.setPlace(entry, number, slot)
    this.#write(part, slot, { entry, vector, filters })
  }

  remove(key: Uint8Array, hash: number): void {
    const entry = this.#keys.find(key, hash)
    if (entry !== undefined) this.#removeEntry(entry)
  }

  search(scope: number, search: ShareSearch): Candidates<KeyedEstimate> {
    const rows = this.#scan(scope, search).sorted()
    const errorMax = rows.reduce((most, { error }) => Math.max(most, error), 0)
    const isFull = rows.length === candidatesMax
    const leftOut = isFull ? { key: rows.at(-1)!.key, error: errorMax } : undefined
    const chosen = chooseCandidates({ rows, leftOut }, search.count)
    const keyed = chosen.rows.map(({ key, error, entry }) => {
      return { key, error, itemKey: this.#keys.keyOf(entry) }
    })
    return { rows: keyed, leftOut }
  }

  #scan(scope: number, { vector, count, filters }: ShareSearch): Best {
    const [best, certain] = [new Best(candidatesMax), new Best(count)]
    const searched = this.#scopes.get(scope)
    assert(searched !== undefined, 'a scope that is searched is open')
    for (const number of [searched.floats, searched.bytes]) {
      if (number === undefined) continue
      const { form, store, mean } = this.#parts[number]!
      const { layout } = store
      const query = form === 'floats' ? floatQuery(layout, vector) : byteQuery(layout, vector, mean)
      const [signBlock] = store.length >= this.#signRows ? store.signBlocks : []
      const signs = signBlock && signQuery(signBlock.arena, vector, mean)
      scanRows(store, { query, filters, best, certain, signs })
    }
    return best
  }

  #write(part: Part, slot: number, row: RowContent): void {
    const { form, store, mean } = part
    const place = store.placeOf(slot)
    const { distance } = this.#shape
    if (form === 'floats') writeFloatRow(store.layout, place, distance, row)
    else {
      const signs = store.signsOf(slot)!
      writeByteRow(store.layout, place, distance, { ...row, mean, signs })
    }
  }

  #removeEntry(entry: number): void {
    const { store } = this.#parts[this.#keys.storeOf(entry)]!
    const slot = this.#keys.rowOf(entry)
    const moved = store.remove(slot)
    if (moved !== undefined) this.#keys.setPlace(moved, this.#keys.storeOf(entry), slot)
    this.#keys.remove(entry)
  }

  #partWithRoom(number: number, scope: Scope): number {
    const { store } = this.#parts[scope.floats]!
    if (store.bytes < scope.floatBytesMax) return scope.floats
    scope.bytes ??= this.#addPart(number, 'bytes', meanOf(store))
    return scope.bytes
  }

  #addPart(scope: number, form: RowForm, mean: Float64Array): number {
    const { dimensions, filterCount } = this.#shape
    const store = new RowStore(rowLayout(form, dimensions, filterCount), this.#arenas)
    const unused = this.#parts.indexOf(undefined)
    const number = unused < 0 ? this.#parts.length : unused
    this.#parts[number] = { form, store, scope, mean }
    return number
  }
}

/** Of rows that are floats. */
function meanOf(store: RowStore): Float64Array {
  const { dimensions, numbers } = store.layout
  const mean = new Float64Array(dimensions)
  for (let slot = 0; slot < store.length; slot++) {
    const { arena, address } = store.placeOf(slot)
    const start = (address + numbers) / 4
    for (let i = 0; i < dimensions; i++) mean[i]! += arena.floats[start + i]! / store.length
  }
  return mean
}
