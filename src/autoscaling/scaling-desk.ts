/** Auto scaling as operations use it. */
import type { AlarmStore } from '../alarms/alarm-store.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ActivityStore } from './activity-store.js'
import { AlarmBook } from './alarm-book.js'
import { AlarmFamilies } from './alarm-families.js'
import type { ScaledResource } from './scaled-resource.js'
import { ScaledTables, type ProvisionedNow } from './scaled-tables.js'
import { TargetStore } from './target-store.js'

export interface ScalingDeskParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
  readonly random: Random
  readonly alarms: AlarmStore
  /** There is something to do for the job. */
  readonly announce: () => void
}

export class ScalingDesk {
  readonly targets: TargetStore
  readonly activities: ActivityStore
  readonly book: AlarmBook
  readonly families: AlarmFamilies
  readonly announce: () => void
  readonly #tables: ScaledTables

  constructor({ engine, catalog, clock, random, alarms, announce }: ScalingDeskParts) {
    this.targets = new TargetStore(engine)
    this.activities = new ActivityStore(engine)
    this.book = new AlarmBook(alarms)
    this.families = new AlarmFamilies({ targets: this.targets, book: this.book, random })
    this.announce = announce
    this.#tables = new ScaledTables(catalog, clock, nothingIsSet)
  }

  /** Undefined if there is no such table or index. */
  provisioned(scope: Scope, resource: ScaledResource): Promise<ProvisionedNow | undefined> {
    return this.#tables.find(scope, resource)
  }
}

/** Operations leave that to the job. */
async function nothingIsSet(): Promise<void> {
  return undefined
}
