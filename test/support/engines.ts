/** Engines for tests of the layers above them, which know only the interface. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/storage/engine.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { MemoryEngine } from '../../src/storage/memory/memory-engine.js'

export function memoryEngine(): Engine {
  return new MemoryEngine()
}

/** A database on disk that can be closed and opened again, as a restart does. */
export async function lmdbFolder(): Promise<{ open(): Promise<Engine>; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-test-'))
  return {
    open: () => openLmdbEngine({ dataDir, durability: 'relaxed' }),
    remove: () => rm(dataDir, { recursive: true }),
  }
}
