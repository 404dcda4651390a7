/**
 * A put that lets go of its item once that is encoded, for requests with many items.
 *
 * While such requests wait for the disk there are others to read, and V8 copies whatever is alive each time it collects
 * the youngest objects. It does not copy the bytes of a record, but would copy the dozens of objects of its item.
 */
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import type { StoredItem } from '../stored-item.js'

export class PassingPut {
  readonly kind = 'put'
  readonly sizeBytes: number
  #item: Item | undefined
  #encoded: StoredItem | undefined

  constructor(item: Item) {
    this.#item = item
    this.sizeBytes = itemSizeBytes(item)
  }

  /** Parsed again if it was let go, as when the table has changed and the request starts over. */
  get item(): Item {
    return this.#item ?? this.#encoded!.item
  }

  letGo(encoded: StoredItem): void {
    this.#encoded = encoded
    this.#item = undefined
  }
}
