/**
 * Rows of one form without gaps, in blocks, and their signs in others. A row that is removed is replaced by the last one, so there are no dead
 * rows to skip and nothing to compact.
 */
import type { Arena, Arenas, Block } from './arenas.js'
import { signGroupRows } from './kernel.js'
import { rowFields, signFields, type RowLayout } from './row-layout.js'

/** Valid until the next row is added or removed. */
export interface RowPlace {
  readonly arena: Arena
  readonly address: number
}

/** A group of signs, and which of its rows is meant. */
export interface SignPlace extends RowPlace {
  readonly lane: number
}

export class RowStore {
  readonly layout: RowLayout
  readonly #arenas: Arenas
  readonly #blocks: Block[] = []
  /** Of their signs, if the layout has them. */
  readonly #signBlocks: Block[] = []
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

  get signBlocks(): readonly Block[] {
    return this.#signBlocks
  }

  get bytes(): number {
    return this.#length * this.layout.rowBytes
  }

  /** Returns the slot of a new row, whose bytes are whatever was there. */
  add(): number {
    this.#length++
    this.#haveBlocks(this.#blocks, this.layout)
    if (this.layout.signs !== undefined) this.#haveBlocks(this.#signBlocks, this.layout.signs)
    return this.#length - 1
  }

  placeOf(slot: number): RowPlace {
    const { rowsPerBlock, rowBytes } = this.layout
    const { arena, address } = this.#blocks[Math.floor(slot / rowsPerBlock)]!
    return { arena, address: address + (slot % rowsPerBlock) * rowBytes }
  }

  /** Of a row's signs, if the layout has them. */
  signsOf(slot: number): SignPlace | undefined {
    const { signs } = this.layout
    if (signs === undefined) return undefined
    const { arena, address } = this.#signBlocks[Math.floor(slot / signs.rowsPerBlock)]!
    const inBlock = slot % signs.rowsPerBlock
    const group = Math.floor(inBlock / signGroupRows)
    return { arena, address: address + group * signs.groupBytes, lane: inBlock % signGroupRows }
  }

  /** Returns the entry of the row that has moved to this slot, or undefined if it was the last one. */
  remove(slot: number): number | undefined {
    const last = this.#length - 1
    const moved = slot === last ? undefined : this.#move(last, slot)
    this.#length = last
    this.#haveBlocks(this.#blocks, this.layout)
    if (this.layout.signs !== undefined) this.#haveBlocks(this.#signBlocks, this.layout.signs)
    return moved
  }

  clear(): void {
    for (const block of this.#blocks.splice(0)) this.#arenas.giveBack(block)
    for (const block of this.#signBlocks.splice(0)) this.#arenas.giveBack(block)
    this.#length = 0
  }

  entryAt(slot: number): number {
    const { arena, address } = this.placeOf(slot)
    return arena.words[(address + rowFields.entry) / 4]!
  }

  /** As many as its rows need. */
  #haveBlocks(blocks: Block[], { rowsPerBlock }: { readonly rowsPerBlock: number }): void {
    if (this.#length > blocks.length * rowsPerBlock) blocks.push(this.#arenas.take())
    else if (this.#length <= (blocks.length - 1) * rowsPerBlock) {
      this.#arenas.giveBack(blocks.pop()!)
    }
  }

  #move(from: number, to: number): number {
    copyRow(this.placeOf(from), this.placeOf(to), this.layout.rowBytes)
    const { signs } = this.layout
    if (signs !== undefined) copySigns(this.signsOf(from)!, this.signsOf(to)!, signs.groupBytes)
    return this.entryAt(to)
  }
}

function copyRow(from: RowPlace, to: RowPlace, bytes: number): void {
  to.arena.bytes.set(from.arena.bytes.subarray(from.address, from.address + bytes), to.address)
}

function copySigns(from: SignPlace, to: SignPlace, groupBytes: number): void {
  for (let at = 0; at < signFields.signs; at += signGroupRows * 4) {
    const factor = from.arena.floats[(from.address + at) / 4 + from.lane]!
    to.arena.floats[(to.address + at) / 4 + to.lane] = factor
  }
  for (let at = signFields.signs; at < groupBytes; at += signGroupRows) {
    const signs = from.arena.bytes[from.address + at + from.lane]!
    to.arena.bytes[to.address + at + to.lane] = signs
  }
}
