/**
 * What a node of DAX remembers, together: the caches of tables, answers to whole requests, the memory that they
 * share, and what they have done so far.
 *
 * What is remembered is opaque here: items and pages in the form in which the door answers, as latin1.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import { CacheRoom } from './cache-room.js'
import { BackgroundReads } from './background-reads.js'
import type { CacheTimes } from './cache-parameters.js'
import { ScopedCounters } from './dax-counters.js'
import { RequestAnswers } from './request-answers.js'
import { TableCaches } from './table-caches.js'

export interface AcceleratorDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly log: Log
  /** One that is never set. */
  readonly clock: Clock
  /** Stores that a table is used, for a store that servers share. */
  readonly noteUse: (space: SpaceId) => Promise<void>
  /** How long the caches of an account and region keep what they have. */
  readonly timesOf: (scope: Scope) => CacheTimes | undefined
  /** The memory of all caches together. */
  readonly bytesMax: number
}

export class Accelerator {
  readonly counters = new ScopedCounters()
  readonly room: CacheRoom
  readonly tables: TableCaches
  readonly requests: RequestAnswers
  readonly background: BackgroundReads

  constructor({ bytesMax, ...dependencies }: AcceleratorDependencies) {
    const { counters } = this
    const room = new CacheRoom(bytesMax)
    this.room = room
    this.tables = new TableCaches({ ...dependencies, counters, room })
    this.requests = new RequestAnswers({ room })
    this.background = new BackgroundReads(dependencies.log)
  }
  /** Nothing is remembered any longer. */
  async close(): Promise<void> {
    await this.background.settled()
    await this.tables.close()
  }
}
