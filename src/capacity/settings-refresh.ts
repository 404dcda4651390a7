/**
 * Limits the age of the settings that tables are throttled by. A change through this server is told
 * to the limiter at once; what other servers change is found here. Requests never wait for it.
 */
import type { Catalog } from '../catalog/catalog.js'
import { nextTurn } from '../stdx/turns.js'
import type { Limiter } from './limiter.js'
import { settingsReadMax } from './limits.js'

export interface SettingsRefreshDependencies {
  readonly catalog: Catalog
  readonly limiter: Limiter
}

export class SettingsRefresh {
  readonly #catalog: Catalog
  readonly #limiter: Limiter

  constructor({ catalog, limiter }: SettingsRefreshDependencies) {
    this.#catalog = catalog
    this.#limiter = limiter
  }

  /** Reads the settings of all tables that were used since the last time. */
  async run(): Promise<void> {
    const used = this.#limiter.usedTables()
    for (let i = 0; i < used.length; i += settingsReadMax) {
      if (i > 0) await nextTurn()
      const some = used.slice(i, i + settingsReadMax)
      const found = await this.#catalog.readTables(some)
      for (const [at, table] of some.entries()) {
        const current = found[at]
        if (current === undefined) this.#limiter.forget(table)
        else this.#limiter.settle(current)
      }
    }
  }
}
