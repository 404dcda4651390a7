/**
 * Items as they were read, page after page. All rows are counted; the items of pages far from the eye
 * are dropped beyond a limit, and read again by the key that their page starts behind.
 */
import type { Item } from '../values/attribute-value.js'
import { bytesInMemoryMax, rowsInMemoryMax } from './limits.js'

export interface KeptPage {
  readonly first: number
  readonly count: number
  /** The exclusive start key of its first request. */
  readonly start: Item | undefined
  readonly bytes: number
  /** Undefined while it is dropped. */
  readonly items: readonly Item[] | undefined
}

export class PagedItems {
  readonly #pages: KeptPage[] = []
  #rowsKept = 0
  #bytesKept = 0

  get count(): number {
    const last = this.#pages.at(-1)
    return last === undefined ? 0 : last.first + last.count
  }

  /** Whether every row is in memory, as sorting and finding need it. */
  get isWhole(): boolean {
    return this.#rowsKept === this.count
  }

  append(items: readonly Item[], start: Item | undefined, bytes: number): void {
    if (items.length === 0) return
    this.#pages.push({ first: this.count, count: items.length, start, bytes, items })
    this.#rowsKept += items.length
    this.#bytesKept += bytes
  }

  /** Undefined for a row whose page is dropped. */
  at(row: number): Item | undefined {
    const page = this.#pages[this.#pageOf(row)]
    return page?.items?.[row - page.first]
  }

  /** After a write; a dropped row will be read as it is then. */
  replace(row: number, item: Item): void {
    const at = this.#pageOf(row)
    const page = this.#pages[at]
    if (page?.items?.[row - page.first] === undefined) return
    this.#pages[at] = { ...page, items: page.items.with(row - page.first, item) }
  }

  /** Dropped pages that a range of rows needs. */
  missing(first: number, last: number): readonly KeptPage[] {
    const found: KeptPage[] = []
    for (let at = Math.max(0, this.#pageOf(first)); at < this.#pages.length; at++) {
      const page = this.#pages[at]!
      if (page.first > last) break
      if (page.items === undefined) found.push(page)
    }
    return found
  }

  /** What was read again may be less, if items were deleted meanwhile. The count of rows stays. */
  fill(page: KeptPage, items: readonly Item[]): void {
    const at = this.#pageOf(page.first)
    if (this.#pages[at]?.items !== undefined) return
    this.#pages[at] = { ...page, items: items.slice(0, page.count) }
    this.#rowsKept += page.count
    this.#bytesKept += page.bytes
  }

  /** Drops the pages that are furthest from a row until the rest fits. */
  dropFarFrom(row: number): void {
    let low = 0
    let high = this.#pages.length - 1
    while (low < high && this.#isOver()) {
      const below = row - this.#pages[low]!.first
      const above = this.#pages[high]!.first - row
      if (below > above) this.#drop(low++)
      else this.#drop(high--)
    }
  }

  #isOver(): boolean {
    return this.#rowsKept > rowsInMemoryMax || this.#bytesKept > bytesInMemoryMax
  }

  #drop(at: number): void {
    const page = this.#pages[at]!
    if (page.items === undefined) return
    this.#pages[at] = { ...page, items: undefined }
    this.#rowsKept -= page.count
    this.#bytesKept -= page.bytes
  }

  #pageOf(row: number): number {
    let low = 0
    let high = this.#pages.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#pages[middle]!.first <= row) low = middle
      else high = middle - 1
    }
    return high
  }
}
