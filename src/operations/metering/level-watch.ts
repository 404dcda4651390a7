/**
 * Looks at all tables every minute, and stores the levels of those that have changed. It remembers what it stored,
 * so that nothing is read twice; a server that begins to do the background work reads everything once.
 */
import type { Catalog } from '../../catalog/catalog.js'
import type { Scope } from '../../model/arn.js'
import { allLevels, publishLevels, type PresentLevels } from '../../metrics/levels.js'
import { minuteMs, seriesPerStepMax } from '../../metrics/limits.js'
import { nameOfDimensions } from '../../metrics/series.js'
import type { Clock } from '../../stdx/clock.js'
import type { Engine } from '../../storage/engine.js'
import type { Fence } from '../../storage/fence.js'
import { AccountSums } from './account-levels.js'
import { tableLevels } from './table-levels.js'

export interface LevelWatchDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
}

export class LevelWatch {
  readonly intervalMs = minuteMs
  readonly #dependencies: LevelWatchDependencies
  /** The levels of each owner as they were stored last. */
  readonly #stored = new Map<string, string>()
  #knowsOwners = false

  constructor(dependencies: LevelWatchDependencies) {
    this.#dependencies = dependencies
  }

  async step(fence: Fence): Promise<void> {
    const changed: PresentLevels[] = []
    const gone = await this.#owners()
    for await (const present of this.#present()) {
      const name = nameOf(present)
      gone.delete(name)
      if (this.#stored.get(name) === textOf(present)) continue
      changed.push(present)
      if (changed.length >= seriesPerStepMax) await this.#publish(changed.splice(0), fence)
    }
    await this.#publish([...changed, ...gone.values()], fence)
  }

  /** Those that had levels the last time, or in the store if there was no last time. */
  async #owners(): Promise<Map<string, PresentLevels>> {
    const owners = new Map<string, PresentLevels>()
    const none = (scope: Scope, owner: string): PresentLevels => ({ scope, owner, levels: [] })
    if (this.#knowsOwners) {
      for (const name of this.#stored.keys()) {
        const [account, region, owner] = JSON.parse(name) as [string, string, string]
        owners.set(name, none({ account, region }, owner))
      }
      return owners
    }
    for await (const { scope, owner } of allLevels(this.#dependencies.engine)) {
      owners.set(nameOf({ scope, owner }), none(scope, owner))
    }
    this.#knowsOwners = true
    return owners
  }

  async *#present(): AsyncGenerator<PresentLevels> {
    const { catalog } = this.#dependencies
    const sums = new Map<string, AccountSums>()
    for await (const table of catalog.allTables()) {
      const { account, region, name } = table
      const scope = { account, region }
      const key = nameOf({ scope, owner: '' })
      const sum = sums.get(key) ?? new AccountSums(scope)
      sums.set(key, sum)
      sum.add(table)
      yield { scope, owner: name, levels: tableLevels(table) }
    }
    for (const sum of sums.values()) {
      yield { scope: sum.scope, owner: '', levels: sum.levels(catalog.quotas) }
    }
  }

  async #publish(present: readonly PresentLevels[], fence: Fence): Promise<void> {
    if (present.length === 0) return
    const { engine, clock } = this.#dependencies
    await publishLevels(engine, present, clock.now(), fence)
    for (const each of present) {
      if (each.levels.length === 0) this.#stored.delete(nameOf(each))
      else this.#stored.set(nameOf(each), textOf(each))
    }
  }
}

function nameOf({ scope, owner }: Pick<PresentLevels, 'scope' | 'owner'>): string {
  return JSON.stringify([scope.account, scope.region, owner])
}

/** Everything that can change about the levels of an owner. */
function textOf({ levels }: PresentLevels): string {
  return levels
    .map(({ metric, dimensions, value }) => `${metric} ${nameOfDimensions(dimensions)} ${value}`)
    .join()
}
