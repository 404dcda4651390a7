/** Builds the database on top of an engine. */
import { Catalog, type CatalogDependencies } from '../catalog/catalog.js'
import { Items } from '../items/items.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { NextTokens } from '../partiql/next-token.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ensureSecret } from '../storage/store-secret.js'
import { Background } from './background.js'
import { engineKindOf } from './engine-choice.js'
import { Lease } from './lease.js'
import { createLog } from './log.js'
import { openStore } from './open-store.js'
import type { Settings } from './options.js'
import { type Patience, untilAvailable } from './patience.js'

export interface Database {
  readonly engineName: string
  readonly dispatcher: Dispatcher
  /** Resolves when the store answers. */
  ping(): Promise<void>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/**
 * Throws `StoreUnusable` when the data cannot be opened as asked; nothing is left open then. A store
 * that is a network away is waited for by those who have patience.
 */
export async function openDatabase(settings: Settings, patience?: Patience): Promise<Database> {
  const remote = engineKindOf(settings.engine) === 'postgres'
  const open = () => openStore(settings)
  const engine = await (remote && patience !== undefined ? untilAvailable(open, patience) : open())
  const nextTokens = await openNextTokens(engine)
  const clock = systemClock
  const catalog = openCatalog(engine, settings, (table) => background.build(table))
  const items = new Items(engine)
  const log = createLog(settings.logLevel)
  const lease = engine.shared ? leaseOn(engine) : undefined
  const background = new Background({ catalog, items, clock, log, lease })
  background.start()
  return {
    engineName: engine.name,
    dispatcher: createDispatcher({ clock, catalog, items, nextTokens }),
    ping: () => engine.ping(),
    async close() {
      await background.stop()
      await engine.close()
    },
  }
}

function leaseOn(engine: Engine): Lease {
  return new Lease({ engine, clock: monotonicClock, random: systemRandom })
}

async function openNextTokens(engine: Engine): Promise<NextTokens> {
  try {
    return new NextTokens(await ensureSecret(engine, systemRandom), systemRandom)
  } catch (error) {
    await engine.close()
    throw error
  }
}

export function openCatalog(
  engine: Engine,
  { tableTransitionMs }: Pick<Settings, 'tableTransitionMs'>,
  onIndexBuild?: CatalogDependencies['onIndexBuild'],
): Catalog {
  return new Catalog({
    engine,
    clock: systemClock,
    random: systemRandom,
    settings: { tableTransitionMs },
    onIndexBuild,
  })
}
