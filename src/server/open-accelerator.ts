/** What the door of DAX needs of the database. Loaded only by a server that has the door. */
import { Accelerator } from '../accelerator/accelerator.js'
import { AttributeLists } from '../accelerator/attribute-lists.js'
import { CacheSettings } from '../accelerator/cache-settings.js'
import type { DaxDesk } from '../accelerator/dax-desk.js'
import type { TableUses } from '../accelerator/table-uses.js'
import { DaxPlace } from '../accelerator/dax-place.js'
import { cacheMemoryShare, followIntervalMs } from '../accelerator/limits.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Scope } from '../model/arn.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { processMemory } from '../stdx/process-memory.js'
import { ObservedEngine } from '../storage/observed-engine.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import type { ServedDax } from '../wire/dax/served-dax.js'
import type { Settings } from './options.js'
import type { Part } from './parts.js'
import { RepeatedWork } from './repeated-work.js'

export type OpenedAccelerator = Pick<ServedDax, 'findTable' | 'lists'> & {
  readonly accelerator: Accelerator
  /** Follows what other servers change, while the server runs. */
  readonly following: Part
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
}

/** An engine that tells the accelerator what this process writes. */
export function observedEngine(engine: Engine): ObservedEngine {
  return new ObservedEngine(engine)
}

export function openAccelerator(parts: AcceleratorParts): OpenedAccelerator {
  const { settings, engine, catalog, log, desk, uses } = parts
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
    atEnd: () => tables.close(),
  })
  return {
    findTable: (scope, name) => catalog.tableAtHand(scope, name) ?? catalog.findTable(scope, name),
    lists: new AttributeLists(engine),
    accelerator,
    following,
    renewTimes: () => times.renew(),
  }
}

export function openDaxPlace({ tlsCert, daxAnnounce: announced }: Settings): DaxPlace {
  return new DaxPlace({ isSecure: tlsCert !== undefined, announced })
}

/** Answers are strings, which are part of the heap. */
function cacheBytesMax({ daxMemoryMb }: Pick<Settings, 'daxMemoryMb'>): number {
  if (daxMemoryMb !== undefined) return daxMemoryMb * 1024 * 1024
  return Math.floor(processMemory().heapBytesMax * cacheMemoryShare)
}
