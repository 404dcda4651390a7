/** What differs between two tables, item by item. */
import type { Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { itemSize } from '../../values/item-size.js'
import { comparedBytesMax, comparedItemsMax, listedDifferencesMax } from './limits.js'

export interface ItemDifference {
  readonly id: string
  /** Only in the second, only in the first, in both but not the same. */
  readonly kind: 'added' | 'removed' | 'changed'
  readonly key: Item
  readonly before?: Item
  readonly after?: Item
}

export interface DifferenceCounts {
  readonly same: number
  readonly added: number
  readonly removed: number
  readonly changed: number
}

/** Takes all items of the first table, then all of the second. */
export class TableDifference {
  readonly #keyNames: readonly string[]
  readonly #first = new Map<string, Item>()
  readonly #listed: ItemDifference[] = []
  #bytes = 0
  #counts = { same: 0, added: 0, removed: 0, changed: 0 }

  constructor(keyNames: readonly string[]) {
    this.#keyNames = keyNames
  }

  /** Whether the first table is too large to be compared here. */
  get isFull(): boolean {
    return this.#first.size > comparedItemsMax || this.#bytes > comparedBytesMax
  }

  get counts(): DifferenceCounts {
    return { ...this.#counts }
  }

  get listed(): readonly ItemDifference[] {
    return [...this.#listed]
  }

  addFirst(items: readonly Item[]): void {
    for (const item of items) {
      this.#first.set(this.#idOf(item), item)
      this.#bytes += itemSize(item)
    }
  }

  addSecond(items: readonly Item[]): void {
    for (const after of items) {
      const id = this.#idOf(after)
      const before = this.#first.get(id)
      this.#first.delete(id)
      if (before === undefined) this.#note({ id, kind: 'added', key: this.#keyOf(after), after })
      else if (sameItem(before, after)) this.#counts.same++
      else this.#note({ id, kind: 'changed', key: this.#keyOf(after), before, after })
    }
  }

  /** After the last item of the second table: what is left of the first is only there. */
  finish(): void {
    for (const [id, before] of this.#first) {
      this.#note({ id, kind: 'removed', key: this.#keyOf(before), before })
    }
    this.#first.clear()
  }

  #note(difference: ItemDifference): void {
    this.#counts[difference.kind]++
    if (this.#listed.length < listedDifferencesMax) this.#listed.push(difference)
  }

  #keyOf(item: Item): Item {
    return Object.fromEntries(
      this.#keyNames.flatMap((name) => (item[name] ? [[name, item[name]]] : [])),
    )
  }

  /** A number has one text in a key: the service has made it normal. */
  #idOf(item: Item): string {
    return JSON.stringify(this.#keyNames.map((name) => item[name]))
  }
}
