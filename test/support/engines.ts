/** Engines for tests of the layers above them, which know only the interface. */
import type { Engine } from '../../src/storage/engine.js'
import { MemoryEngine } from '../../src/storage/memory/memory-engine.js'

export function memoryEngine(): Engine {
  return new MemoryEngine()
}
