/** Builds the database on top of an engine. */
import { Catalog, type CatalogDependencies } from '../catalog/catalog.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Items } from '../items/items.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { Streams } from '../streams/streams.js'
import { Background } from './background.js'
import { createLog } from './log.js'
import { openStore } from './open-store.js'
import type { Settings } from './options.js'

export interface Database {
  readonly engineName: string
  readonly dispatcher: Dispatcher
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Throws `StoreUnusable` when the data cannot be opened as asked; nothing is left open then. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const engine = await openStore(settings)
  const clock = systemClock
  const catalog = openCatalog(engine, settings, (table) => background.build(table))
  const items = new Items(engine, clock)
  const upkeep = new ChangeUpkeep(engine, clock, { shardDurationMs: settings.shardDurationMs })
  const log = createLog(settings.logLevel)
  const background = new Background({ catalog, items, upkeep, clock, log })
  background.start()
  return {
    engineName: engine.name,
    dispatcher: createDispatcher({ clock, catalog, items, streams: new Streams(engine, clock) }),
    async close() {
      await background.stop()
      await engine.close()
    },
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
