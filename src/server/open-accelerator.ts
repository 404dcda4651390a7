/** What the door of DAX needs of the database. Loaded only by a server that has the door. */
import { Accelerator } from '../accelerator/accelerator.js'
import { AttributeLists } from '../accelerator/attribute-lists.js'
import { CacheSettings } from '../accelerator/cache-settings.js'
import type { DaxDesk } from '../accelerator/dax-desk.js'
import type { TableUses } from '../accelerator/table-uses.js'
import { DaxPlace } from '../accelerator/dax-place.js'
import { DaxRoll } from '../accelerator/dax-roll.js'
import {
  cacheMemoryShare,
  followIntervalMs,
  rollIntervalMs,
  sampleIntervalMs,
} from '../accelerator/limits.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Meters } from '../metrics/meters.js'
import type { Gauge } from '../metrics/metric-sink.js'
import type { Scope } from '../model/arn.js'
import { DaxMetering } from '../operations/metering/dax-metering.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { processMemory } from '../stdx/process-memory.js'
import { ObservedEngine } from '../storage/observed-engine.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import type { ServedDax } from '../wire/dax/served-dax.js'
import { announcedBy, reachedAt } from './dax-address.js'
import type { Settings } from './options.js'
import type { Part } from './parts.js'
import { RepeatedWork } from './repeated-work.js'

export type OpenedAccelerator = Pick<ServedDax, 'findTable' | 'lists' | 'nodes'> & {
  readonly accelerator: Accelerator
  /** What runs while the server does. */
  readonly parts: readonly Part[]
  /** What it holds now. */
  gauges(): readonly Gauge[]
  /** The times of caches may have been changed by this process. */
  renewTimes(): void
}

export interface AcceleratorParts {
  readonly settings: Pick<Settings, 'daxMemoryMb'>
  readonly engine: ObservedEngine
  readonly catalog: Catalog
  /** Where the times of caches are set. */
  readonly desk: () => Promise<DaxDesk>
  readonly log: Log
  readonly uses: TableUses
  readonly place: DaxPlace
  /** Undefined if nothing is measured. */
  readonly meters: Meters | undefined
}

/** An engine that tells the accelerator what this process writes. */
export function observedEngine(engine: Engine): ObservedEngine {
  return new ObservedEngine(engine)
}

export function openAccelerator(parts: AcceleratorParts): OpenedAccelerator {
  const { settings, engine, catalog, log, desk, uses, place, meters } = parts
  const clock = monotonicClock
  const bytesMax = cacheBytesMax(settings)
  const times = new CacheSettings({ desk, clock: systemClock })
  const timesOf = (scope: Scope) => times.timesOf(scope)
  const noteUse = (space: SpaceId) => uses.note(space)
  const accelerator = new Accelerator({
    noteUse,
    engine,
    catalog,
    log,
    clock,
    timesOf,
    bytesMax,
  })
  const { tables } = accelerator
  engine.observe((space, key) => tables.told(space, key))
  const following = new RepeatedWork({
    name: 'accelerator',
    restMs: followIntervalMs,
    work: () => tables.look(),
    onFailure: (error) => log.debug('changes cannot be followed', { error }),
    atEnd: () => accelerator.close(),
  })
  const sampling = (measured: Meters): Part => {
    const clusterOf = (scope: Scope) => times.clusterOf(scope)
    const nodeIndex = () => place.nodeIndex
    const own = { meters: measured, clock: systemClock, accelerator, clusterOf, nodeIndex }
    return samplingPart(new DaxMetering(own), log)
  }
  return {
    findTable: (scope, name) => catalog.tableAtHand(scope, name) ?? catalog.findTable(scope, name),
    lists: new AttributeLists(engine),
    accelerator,
    parts: [
      following,
      ...(meters === undefined ? [] : [sampling(meters)]),
      ...(engine.shared ? [rollPart(parts)] : []),
    ],
    nodes: () => place.nodes,
    gauges: () => daxGauges(accelerator),
    renewTimes: () => times.renew(),
  }
}

/** What was counted since the last round is not lost when the server stops. */
function samplingPart(metering: DaxMetering, log: Log): Part {
  return new RepeatedWork({
    name: 'metrics of DAX',
    restMs: sampleIntervalMs,
    async work() {
      metering.sample()
      return sampleIntervalMs
    },
    onFailure: (error) => log.error('DAX could not be measured', { error }),
    atEnd: async () => metering.sample(),
  })
}

function daxGauges({ counters, room }: Accelerator): readonly Gauge[] {
  const connections = [...counters.all()].reduce((sum, [, each]) => sum + each.connections, 0)
  const gauge = (name: string, help: string, value: number): Gauge => ({
    ...{ name, type: 'gauge', help, value },
  })
  return [
    gauge('gramme_dax_connections', 'Connections of known clients of DAX.', connections),
    gauge('gramme_dax_cached_bytes', 'Memory that the caches of DAX take.', room.bytes),
    gauge('gramme_dax_cached_bytes_max', 'Memory that they may take.', room.bytesMax),
  ]
}

export async function openDaxPlace(settings: Settings): Promise<DaxPlace> {
  const { tlsCert, daxAnnounce: announced } = settings
  const ip = (await announcedBy(settings))?.host ?? (await reachedAt(settings))
  // Clients take it for a signed number of 32 bits.
  const id = Buffer.from(systemRandom.bytes(4)).readUInt32BE() >>> 1
  return new DaxPlace({ id, ip, isSecure: tlsCert !== undefined, announced })
}

/** Where servers share a store, they tell each other where they are. */
function rollPart({ engine, place, log }: AcceleratorParts): Part {
  const roll = new DaxRoll({ engine, place, clock: monotonicClock, random: systemRandom })
  const part = new RepeatedWork({
    name: 'servers with DAX',
    restMs: rollIntervalMs,
    async work() {
      await roll.run()
      return rollIntervalMs
    },
    onFailure: (error) => log.debug('servers could not tell each other where DAX is', { error }),
    atEnd: () => roll.leave(),
  })
  place.whenBound(() => part.wake())
  return part
}

/** Answers are strings, which are part of the heap. */
function cacheBytesMax({ daxMemoryMb }: Pick<Settings, 'daxMemoryMb'>): number {
  if (daxMemoryMb !== undefined) return daxMemoryMb * 1024 * 1024
  return Math.floor(processMemory().heapBytesMax * cacheMemoryShare)
}
