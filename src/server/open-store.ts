/** Opens the engine that the settings name, and makes sure that it holds data we can read. */
import { existsSync } from 'node:fs'
import type { MasterKeySet } from '../keys/master-key-set.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { EngineDriver, EngineSettings, EngineWatch } from '../storage/driver.js'
import { requireDriver } from '../storage/drivers.js'
import type { Engine } from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { ensureFormat } from '../storage/format.js'
import type { DataKeys } from '../storage/sealed/data-keys.js'
import type { Scope } from '../model/arn.js'
import type { TableKeys } from '../storage/table-keys.js'
import { isSealedStore } from '../storage/sealed/seal-records.js'
import { hasUnfinishedCopy } from '../backups/copy-store.js'
import { CannotStart } from './cannot-start.js'
import { openMasterKeys, wantsEncryption } from './open-keys.js'
import type { Settings } from './options.js'

/** What there is of encryption in a store that is encrypted. */
export interface Encryption {
  readonly masterKeys: MasterKeySet
  readonly dataKeys: DataKeys
  readonly tableKeys: TableKeys
}

export interface OpenedStore {
  readonly engine: Engine
  readonly encryption?: Encryption
}

/**
 * Throws `StoreUnusable`, leaving nothing open, if the data cannot be opened as asked. An unfinished copy
 * of another store is only opened if the caller wants `any`.
 */
export async function openStore(
  settings: Settings & Pick<EngineSettings, 'checkWhole'>,
  wanted: 'complete' | 'any' = 'complete',
  watch?: EngineWatch,
  open?: EngineDriver['open'],
): Promise<OpenedStore> {
  const masterKeys = openMasterKeys(settings)
  const engine = await (open ?? driverOf(settings))(settings, watch)
  try {
    await ensureFormat(engine, whereOf(settings))
    if (wanted === 'complete' && (await hasUnfinishedCopy(engine))) {
      throw new StoreUnusable(
        `${whereOf(settings)} holds an unfinished copy: run gramme copy again.`,
      )
    }
    const isSealed = wantsEncryption(settings) || (await isSealedStore(engine))
    return isSealed ? await openedSealed(engine, masterKeys, whereOf(settings)) : { engine }
  } catch (error) {
    await engine.close()
    throw error
  }
}

function driverOf({ engine }: Settings): EngineDriver['open'] {
  const driver = requireDriver(engine)
  return (settings, watch) => driver.open(settings, watch)
}

/** The code of encryption is loaded only if it is used. */
async function openedSealed(
  engine: Engine,
  masterKeys: MasterKeySet,
  where: string,
): Promise<OpenedStore> {
  const { openSealed } = await import('../storage/sealed/open-sealed.js')
  const { StoredTableKeys } = await import('../storage/sealed/stored-table-keys.js')
  const parts = { masterKeys, random: systemRandom, clock: systemClock }
  const sealed = await openSealed(engine, parts, where)
  const dataKeys = sealed.keys
  const { service } = masterKeys
  const resolve = service && ((scope: Scope, name: string) => service.resolve(scope, name))
  const tableKeys = new StoredTableKeys({ dataKeys, masterKeys, resolve })
  return { engine: sealed.engine, encryption: { masterKeys, dataKeys, tableKeys } }
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
