/**
 * Compares the counters of item collections with the items, which come in the order of their keys, so
 * that one collection is added up at a time.
 */
import type { CollectionSizes } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import { decodeCollectionSize, getCollectionSize } from './write/collection-sizes.js'

export class CollectionsCheck {
  readonly #engine: Engine
  readonly #collections: CollectionSizes
  #current: { readonly itemKey: Buffer; bytes: number } | undefined
  /** Collections that have a size. */
  count = 0

  constructor(engine: Engine, collections: CollectionSizes) {
    this.#engine = engine
    this.#collections = collections
  }

  /** Adds an item; returns the faults of the collection before, if this is the first of another. */
  async add(itemKey: Buffer, bytes: number): Promise<string[]> {
    const current = this.#current
    if (current !== undefined && this.#nameOf(current.itemKey) === this.#nameOf(itemKey)) {
      current.bytes += bytes
      return []
    }
    const faults = await this.end()
    this.#current = { itemKey, bytes }
    this.count++
    return faults
  }

  /** Returns the faults of the last collection. */
  async end(): Promise<string[]> {
    if (this.#current === undefined) return []
    const { itemKey, bytes } = this.#current
    this.#current = undefined
    const [record] = await this.#engine.read([getCollectionSize(this.#collections, itemKey)])
    const counted = decodeCollectionSize(record)
    if (counted === bytes) return []
    return [`an item collection is counted as ${counted} bytes, but it has ${bytes}`]
  }

  #nameOf(itemKey: Buffer): string {
    return Buffer.from(getCollectionSize(this.#collections, itemKey).key).toString('latin1')
  }
}
