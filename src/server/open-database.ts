/** Builds the database on top of an engine. */
import { Catalog } from '../catalog/catalog.js'
import { Items } from '../items/items.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
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
  const catalog = openCatalog(engine, settings)
  // Of tables deleted before a restart; what a request needs never waits for it.
  await catalog.finishDeletions()
  const dispatcher = createDispatcher({ clock, catalog, items: new Items(engine) })
  return { engineName: engine.name, dispatcher, close: () => engine.close() }
}

export function openCatalog(
  engine: Engine,
  { tableTransitionMs }: Pick<Settings, 'tableTransitionMs'>,
): Catalog {
  const settings = { tableTransitionMs }
  return new Catalog({ engine, clock: systemClock, random: systemRandom, settings })
}
