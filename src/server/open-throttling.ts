/** Wires up the limiter: what it knows of tables, and how it keeps knowing it. */
import { Limiter } from '../capacity/limiter.js'
import { settingsAgeMsMax } from '../capacity/limits.js'
import type { ThrottleEvent } from '../capacity/demand.js'
import { SettingsRefresh } from '../capacity/settings-refresh.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { Sleeper } from '../stdx/sleeper.js'
import type { Part } from './parts.js'

export interface ThrottlingParts {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Log
  /** Whether tables are throttled that do not say otherwise. */
  readonly isOn: boolean
  readonly onThrottled?: (event: ThrottleEvent) => void
}

export interface Throttling {
  readonly limiter: Limiter
  readonly part: Part
}

export function openThrottling({ catalog, log, ...rest }: ThrottlingParts): Throttling {
  const sleeper = new Sleeper()
  const limiter = new Limiter({
    ...rest,
    settingsOf(table) {
      const settings = catalog.settingsAtHand(table)
      if (settings === undefined) sleeper.wake()
      return settings
    },
  })
  const refresh = new SettingsRefresh({ catalog, limiter })
  let running = true
  let loop: Promise<void> | undefined
  const run = async () => {
    for (;;) {
      await sleeper.sleep(settingsAgeMsMax)
      if (!running) return
      await refresh.run().catch((error: unknown) => {
        // The store may be away. What was read before still holds.
        log.debug('the settings of tables could not be read again', { error })
      })
    }
  }
  const part: Part = {
    name: 'throttling',
    start: () => void (loop = run()),
    async stop() {
      running = false
      sleeper.wake()
      await loop
    },
  }
  return { limiter, part }
}
