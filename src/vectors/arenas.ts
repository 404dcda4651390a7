/**
 * The memory that rows are in: memories of WebAssembly's, given out in blocks of one size. What is given back is used
 * again; the memories themselves never shrink.
 *
 * The first block of every memory is scratch: where a kernel finds its list and its query and leaves keys.
 */
import { createKernel, type Kernel } from './kernel.js'
import { arenaBlocksMax, arenaGrowthBlocks, blockBytes } from './limits.js'
import { webAssembly, type WasmMemory } from './web-assembly.js'

export interface Block {
  readonly arena: Arena
  readonly address: number
}

/**
 * Scratch has room for a block's rows, since a row has at least 64 bytes, for 4,096 doubles, and for the tables that
 * signs of 4,096 numbers are looked up in. Bounds take the place of keys, which come after them.
 */
export const scratch = { list: 0, keys: 4096, query: 16_384, tables: 49_152 } as const

export class Arena {
  readonly #memory: WasmMemory
  readonly #free: number[] = []
  readonly kernel: Kernel
  /** Views of the memory. They are new after every growth, so nobody may keep them. */
  bytes!: Uint8Array
  words!: Uint32Array
  floats!: Float32Array
  doubles!: Float64Array

  constructor() {
    this.#memory = new webAssembly.Memory({ initial: 1, maximum: arenaBlocksMax })
    this.kernel = createKernel(this.#memory)
    this.#look()
  }

  /** The address of a block; undefined if the memory is full. */
  take(): number | undefined {
    if (this.#free.length === 0) this.#grow()
    return this.#free.pop()
  }

  giveBack(address: number): void {
    this.#free.push(address)
  }

  #grow(): void {
    const blocks = this.bytes.length / blockBytes
    const more = Math.min(arenaGrowthBlocks, arenaBlocksMax - blocks)
    if (more === 0) return
    this.#memory.grow(more)
    this.#look()
    // The lowest is taken first, so that rows lie in the order in which they came.
    for (let block = blocks + more - 1; block >= blocks; block--) {
      this.#free.push(block * blockBytes)
    }
  }

  #look(): void {
    const { buffer } = this.#memory
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.floats = new Float32Array(buffer)
    this.doubles = new Float64Array(buffer)
  }
}

export class Arenas {
  readonly #arenas: Arena[] = []
  #blocksUsed = 0

  get bytesUsed(): number {
    return this.#blocksUsed * blockBytes
  }

  take(): Block {
    for (const arena of this.#arenas) {
      const address = arena.take()
      if (address !== undefined) return this.#used({ arena, address })
    }
    const arena = new Arena()
    this.#arenas.push(arena)
    return this.#used({ arena, address: arena.take()! })
  }

  giveBack({ arena, address }: Block): void {
    this.#blocksUsed--
    arena.giveBack(address)
  }

  #used(block: Block): Block {
    this.#blocksUsed++
    return block
  }
}
