/** Opens the engine that the settings name, and makes sure that it holds data we can read. */
import { existsSync } from 'node:fs'
import type { EngineSettings } from '../storage/driver.js'
import { requireDriver } from '../storage/drivers.js'
import type { EngineWatch } from '../storage/driver.js'
import type { Engine } from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { ensureFormat } from '../storage/format.js'
import { hasUnfinishedCopy } from '../backups/copy-store.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

/**
 * Throws `StoreUnusable`, leaving nothing open, if the data cannot be opened as asked. An unfinished copy
 * of another store is only opened if the caller wants `any`.
 */
export async function openStore(
  settings: Settings & Pick<EngineSettings, 'checkWhole'>,
  wanted: 'complete' | 'any' = 'complete',
  watch?: EngineWatch,
): Promise<Engine> {
  const engine = await requireDriver(settings.engine).open(settings, watch)
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

/** The store as the subject of a sentence: "The data folder /x". */
export function whereOf(settings: Settings): string {
  return requireDriver(settings.engine).subject(settings)
}

/** For work on existing data: opening would create the folder. */
export function requireFolder({ engine, dataDir }: Settings): void {
  if (!requireDriver(engine).keepsFolder || existsSync(dataDir)) return
  throw new CannotStart(`There is no data folder ${dataDir}.`, undefined)
}
