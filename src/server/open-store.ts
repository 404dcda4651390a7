/** The one place that picks an engine, and makes sure that it holds data we can read. */
import type { Engine } from '../storage/engine.js'
import { ensureFormat } from '../storage/format.js'
import type { Settings } from './options.js'

/** Throws `StoreUnusable` when the data cannot be opened as asked; nothing is left open then. */
export async function openStore(settings: Settings): Promise<Engine> {
  const engine = await openEngine(settings)
  try {
    await ensureFormat(engine, `The data folder ${settings.dataDir}`)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Engines are loaded when they are wanted: a server in memory starts without LMDB's library. */
async function openEngine(settings: Settings): Promise<Engine> {
  if (settings.inMemory) {
    const { MemoryEngine } = await import('../storage/memory/memory-engine.js')
    return new MemoryEngine()
  }
  const { openLmdbEngine } = await import('../storage/lmdb/lmdb-engine.js')
  const { dataDir, durability, groupMutationsMax } = settings
  return openLmdbEngine({ dataDir, durability, groupMutationsMax })
}
