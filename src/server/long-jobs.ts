/** The kinds of long jobs that a server carries on. */
import { pointPages } from '../backups/point-pages.js'
import { RestoreJob } from '../backups/restore-job.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Items } from '../items/items.js'
import type { LongJob } from '../jobs/long-job.js'
import { PastTable } from '../past/past-table.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'

export interface LongJobParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
}

export function longJobsOn({ engine, catalog, items, clock }: LongJobParts): readonly LongJob[] {
  const past = new PastTable(engine, () => Promise.resolve(undefined))
  return [new RestoreJob({ catalog, items, clock, pages: { point: pointPages(past) } })]
}
