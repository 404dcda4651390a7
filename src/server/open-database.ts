/** Builds the database on top of an engine. */
import { setTimeout as pause } from 'node:timers/promises'
import { Catalog, type CatalogDependencies } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Builder } from '../items/builder.js'
import { Items } from '../items/items.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { NextTokens } from '../partiql/next-token.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { requireDriver } from '../storage/drivers.js'
import type { Engine } from '../storage/engine.js'
import { ensureSecret } from '../storage/store-secret.js'
import { Streams } from '../streams/streams.js'
import { ExpirySweep } from '../ttl/expiry-sweep.js'
import { Background } from './background.js'
import { Lease } from '../jobs/lease.js'
import { LeaseWatch } from '../jobs/lease-watch.js'
import { createLog } from './log.js'
import { admit } from '../jobs/maintenance.js'
import { openKinesis } from './open-kinesis.js'
import { openStore } from './open-store.js'
import type { Settings } from './options.js'
import { type Patience, untilAvailable } from './patience.js'
import { refusalLog } from './refused-tables.js'
import { StreamSource } from '../functions/stream-source.js'
import { TriggerHost, type TriggerHostDependencies } from '../functions/trigger-host.js'

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
  const remote = requireDriver(settings.engine).isRemote
  const watch = new LeaseWatch(monotonicClock)
  const open = () => openAdmitted(settings, watch)
  const { engine, nextTokens } = await (remote && patience !== undefined
    ? untilAvailable(open, patience)
    : open())
  const clock = systemClock
  const log = createLog(settings.logLevel)
  const onBuild = (table: Table) => background.build(table)
  const catalog = openCatalog(engine, settings, { onBuild, onRefused: refusalLog(log) })
  const items = new Items(engine, clock)
  const upkeep = new ChangeUpkeep(engine, clock, { shardDurationMs: settings.shardDurationMs })
  const lease = engine.shared ? leaseOn(engine) : undefined
  const intervalMs = settings.ttlSweepIntervalMs
  const expiry = new ExpirySweep({ catalog, items, clock, log, intervalMs })
  const builder = new Builder({ catalog, items, clock, log })
  const background = new Background({ catalog, builder, upkeep, expiry, clock, log, lease })
  background.start()
  const streams = new Streams(engine, clock)
  const kinesis = openKinesis(settings, engine, log, () => background.fence)
  const source = new StreamSource(streams, catalog)
  const triggers = openTriggers({ engine, source, log, lease }, settings)
  return {
    engineName: engine.name,
    dispatcher: createDispatcher({
      clock,
      catalog,
      items,
      nextTokens,
      streams,
      kinesis: kinesis?.streams,
    }),
    ping: () => engine.ping(),
    async close() {
      await kinesis?.close()
      // First, because they work under the lease that the background work gives back.
      await triggers?.stop()
      await background.stop()
      await engine.close()
    },
  }
}

interface OpenedStore {
  readonly engine: Engine
  readonly nextTokens: NextTokens
  close(): Promise<void>
}

/** A store that somebody has for himself is not open to servers. */
async function openAdmitted(settings: Settings, watch: LeaseWatch): Promise<OpenedStore> {
  const engine = await openStore(settings)
  try {
    await admit(engine, watch)
    return { engine, nextTokens: await openNextTokens(engine), close: () => engine.close() }
  } catch (error) {
    await engine.close()
    throw error
  }
}

function openTriggers(
  parts: Pick<TriggerHostDependencies, 'engine' | 'source' | 'log' | 'lease'>,
  { triggers: file }: Settings,
): TriggerHost | undefined {
  if (file === undefined) return undefined
  const time = { clock: systemClock, pause: restfulPause }
  const host = new TriggerHost({ ...parts, file, clock: systemClock, time, random: systemRandom })
  host.start()
  return host
}

/** Keeps no process alive. */
async function restfulPause(durationMs: number, signal: AbortSignal): Promise<void> {
  await pause(durationMs, undefined, { signal, ref: false })
}

function leaseOn(engine: Engine): Lease {
  return new Lease({ engine, clock: monotonicClock, random: systemRandom })
}

async function openNextTokens(engine: Engine): Promise<NextTokens> {
  return new NextTokens(await ensureSecret(engine, systemRandom), systemRandom)
}

export function openCatalog(
  engine: Engine,
  { tableTransitionMs }: Pick<Settings, 'tableTransitionMs'>,
  hooks: Pick<CatalogDependencies, 'onBuild' | 'onRefused'>,
): Catalog {
  return new Catalog({
    engine,
    clock: systemClock,
    random: systemRandom,
    settings: { tableTransitionMs },
    ...hooks,
  })
}
