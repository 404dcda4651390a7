/** The one place that picks an engine, and makes sure that it holds data we can read. */
import type { Engine } from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { ensureFormat } from '../storage/format.js'
import { hasUnfinishedCopy } from '../backups/copy-store.js'
import { engineKindOf, placeOf } from './engine-choice.js'
import type { Settings } from './options.js'

/**
 * Throws `StoreUnusable` when the data cannot be opened as asked; nothing is left open then. Half a
 * copy of another store is nothing to work on.
 */
export async function openStore(
  settings: Settings,
  wanted: 'complete' | 'any' = 'complete',
): Promise<Engine> {
  const engine = await openEngine(settings)
  try {
    await ensureFormat(engine, whereOf(settings))
    if (wanted === 'complete' && (await hasUnfinishedCopy(engine))) {
      throw new StoreUnusable(
        `${whereOf(settings)} holds an unfinished copy: run gramme copy again.`,
      )
    }
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** How a store is called in a sentence about it: "The data folder /x". */
export function whereOf({ engine, dataDir }: Settings): string {
  return engineKindOf(engine) === 'postgres'
    ? `The PostgreSQL ${placeOf(engine)}`
    : `The data folder ${dataDir}`
}

/** Engines are loaded when they are wanted: a server in memory starts without LMDB's library. */
async function openEngine(settings: Settings): Promise<Engine> {
  switch (engineKindOf(settings.engine)) {
    case 'memory': {
      const { MemoryEngine } = await import('../storage/memory/memory-engine.js')
      return new MemoryEngine()
    }
    case 'postgres':
      return openPostgres(settings)
    default: {
      const { openLmdbEngine } = await import('../storage/lmdb/lmdb-engine.js')
      const { dataDir, durability, groupMutationsMax } = settings
      return openLmdbEngine({ dataDir, durability, groupMutationsMax })
    }
  }
}

async function openPostgres({ engine, readPool, writePool }: Settings): Promise<Engine> {
  const { openPostgresEngine } = await import('../storage/postgres/postgres-engine.js')
  const { readPostgresUrl } = await import('../storage/postgres/url.js')
  const told = readPostgresUrl(engine)
  return openPostgresEngine({
    ...told,
    readPool: readPool ?? told.readPool,
    writePool: writePool ?? told.writePool,
  })
}
