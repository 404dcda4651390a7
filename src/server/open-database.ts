/** The one place that picks an engine, and builds the database on top of it. */
import { Catalog } from '../catalog/catalog.js'
import { Items } from '../items/items.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ensureFormat } from '../storage/format.js'
import type { Settings } from './options.js'

export interface Database {
  readonly engineName: string
  readonly dispatcher: Dispatcher
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Throws `StoreUnusable` when the data cannot be opened as asked; nothing is left open then. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const engine = await openEngine(settings)
  try {
    await ensureFormat(engine, `The data folder ${settings.dataDir}`)
  } catch (error) {
    await engine.close()
    throw error
  }
  const { tableTransitionMs } = settings
  const clock = systemClock
  const catalog = new Catalog({
    engine,
    clock,
    random: systemRandom,
    settings: { tableTransitionMs },
  })
  const dispatcher = createDispatcher({ clock, catalog, items: new Items(engine) })
  return { engineName: engine.name, dispatcher, close: () => engine.close() }
}

/** Engines are loaded when they are wanted: a server in memory starts without LMDB's library. */
async function openEngine({ inMemory, dataDir, durability }: Settings): Promise<Engine> {
  if (inMemory) {
    const { MemoryEngine } = await import('../storage/memory/memory-engine.js')
    return new MemoryEngine()
  }
  const { openLmdbEngine } = await import('../storage/lmdb/lmdb-engine.js')
  return openLmdbEngine({ dataDir, durability })
}
