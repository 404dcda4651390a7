/**
 * Rows of one form without gaps, in blocks. A row that is removed is replaced by the last one, so there are no dead
 * rows to skip and nothing to compact.
 */
import type { Arena, Arenas, Block } from './arenas.js'
import { rowFields, type RowLayout } from './row-layout.js'

/** Valid until the next row is added or removed. */
export interface RowPlace {
  readonly arena: Arena
  readonly address: number
}

export class RowStore {
  readonly layout: RowLayout
  readonly #arenas: Arenas
  readonly #blocks: Block[] = []
  #length = 0

  constructor(layout: RowLayout, arenas: Arenas) {
    this.layout = layout
    this.#arenas = arenas
  }

  get length(): number {
    return this.#length
  }

  get blocks(): readonly Block[] {
    return this.#blocks
  }

  get bytes(): number {
    return this.#length * this.layout.rowBytes
  }

  /** Returns the slot of a new row, whose bytes are whatever was there. */
  add(): number {
    if (this.#length === this.#blocks.length * this.layout.rowsPerBlock) {
      this.#blocks.push(this.#arenas.take())
    }
    return this.#length++
  }

  placeOf(slot: number): RowPlace {
    const { rowsPerBlock, rowBytes } = this.layout
    const { arena, address } = this.#blocks[Math.floor(slot / rowsPerBlock)]!
    return { arena, address: address + (slot % rowsPerBlock) * rowBytes }
  }

  /** Returns the entry of the row that has moved to this slot, or undefined if it was the last one. */
  remove(slot: number): number | undefined {
    const last = this.#length - 1
    const moved = slot === last ? undefined : this.#move(last, slot)
    this.#length = last
    if (last % this.layout.rowsPerBlock === 0) this.#arenas.giveBack(this.#blocks.pop()!)
    return moved
  }

  clear(): void {
    for (const block of this.#blocks.splice(0)) this.#arenas.giveBack(block)
    this.#length = 0
  }

  /** How many rows a block has. */
  rowsOf(block: number): number {
    const { rowsPerBlock } = this.layout
    return Math.min(rowsPerBlock, this.#length - block * rowsPerBlock)
  }

  entryAt(slot: number): number {
    const { arena, address } = this.placeOf(slot)
    return arena.words[(address + rowFields.entry) / 4]!
  }

  #move(from: number, to: number): number {
    const source = this.placeOf(from)
    const target = this.placeOf(to)
    const bytes = source.arena.bytes.subarray(source.address, source.address + this.layout.rowBytes)
    target.arena.bytes.set(bytes, target.address)
    return this.entryAt(to)
  }
}
