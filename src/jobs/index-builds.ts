/** Builds the derived data of tables (indexes, lists of items by expiry), a batch of items at a time. */
import { isBuildable } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import type { Builder } from '../items/builder.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'
import type { TableJob, TableRef } from './job.js'
import { TableRounds } from './table-rounds.js'

export interface IndexBuildsDependencies {
  readonly builder: Builder
  readonly clock: Clock
  readonly log: Log
  /** Called when a table has nothing left to build. */
  readonly onBuilt: (table: TableRef) => void
}

export class IndexBuilds implements TableJob {
  readonly name = 'index builds'
  readonly #dependencies: IndexBuildsDependencies
  readonly #rounds: TableRounds

  constructor(dependencies: IndexBuildsDependencies) {
    this.#dependencies = dependencies
    this.#rounds = new TableRounds({ ...dependencies, name: 'index build' })
  }

  wants(table: Table): boolean {
    return table.building.length > 0 && isBuildable(table)
  }

  watch(table: TableRef): void {
    this.#rounds.add(table)
  }

  step(fence: Fence, signal: AbortSignal): Promise<number> {
    return this.#rounds.step((table) => this.#advance(table, fence), signal)
  }

  async #advance(table: TableRef, fence: Fence): Promise<number | undefined> {
    const { builder, onBuilt } = this.#dependencies
    const dueAtMs = await builder.step(table, fence)
    if (dueAtMs < Infinity) return dueAtMs
    onBuilt(table)
    return undefined
  }
}
