/**
 * Builds derived data of any kind in the background: fills it batch by batch and puts it into
 * service. What has to be built is read from the catalog at every step, so a restart loses nothing
 * and two builders of one table do no harm.
 */
import type { Catalog } from '../catalog/catalog.js'
import { isBuildable, labelOf, type Derived } from '../catalog/derived.js'
import { isAllocating } from '../catalog/life-cycle.js'
import type { Table } from '../catalog/table.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'
import type { Items } from './items.js'

/** A batch was added to derived data, perhaps the last one. */
export interface BuildProgress {
  readonly table: Table
  readonly derived: Derived
  /** Whether it is in service now. */
  readonly isBuilt: boolean
}

export interface BuilderDependencies {
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  readonly log: Log
  /** Called after every batch, and waited for. */
  readonly onProgress?: (progress: BuildProgress, fence: Fence) => Promise<void>
}

export class Builder {
  readonly #dependencies: BuilderDependencies

  constructor(dependencies: BuilderDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Adds one batch to all derived data of a table that can be filled now. Returns when the next
   * step is due, or Infinity once nothing is left to build, or nothing can be built yet.
   */
  async step(table: Scope & Pick<Table, 'name'>, fence: Fence): Promise<number> {
    const { catalog, clock } = this.#dependencies
    const current = await catalog.loadTable(table, table.name)
    if (current === undefined || !isBuildable(current)) return Infinity
    let nextAtMs = Infinity
    for (const derived of current.building) {
      const build = derived.build!
      if (isAllocating(build, clock.now())) nextAtMs = Math.min(nextAtMs, build.backfillFromMs)
      // Finishing has changed the definition, so the rest must start from the new one.
      else if (await this.#fill(current, derived, fence)) return clock.now()
      else nextAtMs = clock.now()
    }
    return nextAtMs
  }

  /** Returns whether the derived data is in service now. */
  async #fill(table: Table, derived: Derived, fence: Fence): Promise<boolean> {
    const { catalog, items, log, onProgress } = this.#dependencies
    const isBuilt = await items.backfill(table, derived, fence)
    if (isBuilt) {
      await catalog.finishBuild(table, derived, fence)
      log.info('index built', { table: table.name, index: labelOf(table.name, derived) })
    }
    await onProgress?.({ table, derived, isBuilt }, fence)
    return isBuilt
  }
}
