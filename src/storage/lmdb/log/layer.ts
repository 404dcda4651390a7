/**
 * Changes that lie on top of a tree: the newest value of each key that was written since, or that it was
 * removed. Gets take one step, ranges find the keys in order.
 *
 * Keys are latin1 text here, which compares fast and in byte order.
 */
import btree from 'sorted-btree'
import type { Bounds } from '../tree.js'

const { default: BTree } = btree

/** The value that a key has now; undefined if it was removed. */
export type Value = Buffer | undefined

/** A key as text, and its value. */
export type Change = readonly [name: string, value: Value]

/** What is kept of a key, so that writing it again leaves the order alone. */
interface Slot {
  value: Value
}

export class Layer {
  readonly #slots = new Map<string, Slot>()
  /** Kept from the first time that somebody asks for it: most groups never do. */
  #order: InstanceType<typeof BTree<string, Slot>> | undefined

  get size(): number {
    return this.#slots.size
  }

  /** Undefined if nothing is known of the key here. */
  get(name: string): { readonly value: Value } | undefined {
    return this.#slots.get(name)
  }

  set(name: string, value: Value): void {
    // Without an order, nobody else holds the slot that this replaces.
    const known = this.#order && this.#slots.get(name)
    if (known === undefined) this.#place(name, { value })
    else known.value = value
  }

  /** From now on the order is kept with every change, so that nobody has to wait for it later. */
  keepOrder(): this {
    this.#inOrder()
    return this
  }

  /** The newest changes, in no order. Calls cost less than an iterator, and each write passes here several times. */
  each(visit: (name: string, value: Value) => void): void {
    for (const [name, { value }] of this.#slots) visit(name, value)
  }

  /** Replaces each value by the same bytes in other memory. */
  move(moved: (name: string, value: Value) => Value): void {
    for (const [name, slot] of this.#slots) slot.value = moved(name, slot.value)
  }

  /** The same, and yields after so many: others may use the layer then. Nobody changes it meanwhile. */
  *moveInSteps(count: number, moved: (value: Buffer) => Buffer): Iterable<void> {
    let left = count
    for (const slot of this.#slots.values()) {
      if (slot.value === undefined) continue
      slot.value = moved(slot.value)
      if (--left > 0) continue
      yield
      left = count
    }
  }

  /** Takes over the changes of a layer that is not used any more. */
  add(newer: Layer): void {
    for (const [name, slot] of newer.#slots) {
      const known = this.#slots.get(name)
      if (known === undefined) this.#place(name, slot)
      else known.value = slot.value
    }
  }

  /** The same in the order of keys, from the first. */
  *inOrder(): Iterable<Change> {
    for (const [name, { value }] of this.#inOrder().entries()) yield [name, value]
  }

  /** Those within bounds, in their direction. */
  *within(bounds: Bounds): Iterable<Change> {
    const [start, end] = [nameOf(bounds.start), nameOf(bounds.end)]
    const isReverse = bounds.reverse === true
    const order = this.#inOrder()
    const walk = isReverse ? order.entriesReversed(start) : order.entries(start)
    for (const [name, slot] of walk) {
      if (bounds.exclusiveStart === true && name === start) continue
      if (name === end ? bounds.inclusiveEnd !== true : isReverse ? name < end : name > end) return
      yield [name, slot.value]
    }
  }

  /** Whether any change is within bounds. */
  touches(bounds: Bounds): boolean {
    for (const _change of this.within(bounds)) return true
    return false
  }

  #place(name: string, slot: Slot): void {
    this.#slots.set(name, slot)
    this.#order?.set(name, slot)
  }

  #inOrder() {
    if (this.#order === undefined) {
      const entries = [...this.#slots].sort(([a], [b]) => compareText(a, b))
      this.#order = new BTree(entries, compareText)
    }
    return this.#order
  }
}

export function nameOf(key: Buffer): string {
  return key.toString('latin1')
}

export function keyOf(name: string): Buffer {
  return Buffer.from(name, 'latin1')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
