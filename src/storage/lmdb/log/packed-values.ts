/**
 * The values of the layer that is being written into the tree, in memory of their own.
 *
 * The memory that records are made in begins anew with each file of the log. What it has then is mostly out of date where keys
 * are written again and again, so the values that count are moved here: often a fraction of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Layer } from './layer.js'
import { packedMemoryStepBytes, packedValuesPerTurn } from './limits.js'

export class PackedValues {
  #memory: Buffer = Buffer.alloc(0)
  #isFree = true

  /** Until `free`. Reads may go on meanwhile: each value is in one place or the other. */
  async pack(layer: Layer): Promise<void> {
    const bytes = bytesOf(layer)
    // A layer that could not be settled is still here.
    if (!this.#isFree || this.#memory.length < bytes) this.#memory = memoryFor(bytes)
    this.#isFree = false
    const memory = this.#memory
    let end = 0
    const steps = layer.moveInSteps(packedValuesPerTurn, (value) => {
      const start = end
      end += value.length
      memory.set(value, start)
      return memory.subarray(start, end)
    })
    for (const _step of steps) await nextTurn()
  }

  /** Call when nobody needs the layer any more. */
  free(): void {
    this.#isFree = true
  }
}

function bytesOf(layer: Layer): number {
  let bytes = 0
  layer.each((_name, value) => (bytes += value?.length ?? 0))
  return bytes
}

function memoryFor(bytes: number): Buffer {
  return Buffer.allocUnsafeSlow(Math.ceil(bytes / packedMemoryStepBytes) * packedMemoryStepBytes)
}
