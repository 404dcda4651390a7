/** Wires up the limiter: what it knows of tables and of other servers, and how it keeps knowing it. */
import type { OnThrottled } from '../capacity/demand.js'
import { Limiter } from '../capacity/limiter.js'
import { idleShareIntervalMs, settingsAgeMsMax, warmGrowthIntervalMs } from '../capacity/limits.js'
import { SettingsRefresh } from '../capacity/settings-refresh.js'
import { SharedUse } from '../capacity/shared-use.js'
import { storeGrowth } from '../capacity/warm-growth.js'
import type { Catalog } from '../catalog/catalog.js'
import { periodicJob, type Job } from '../jobs/job.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { Part } from './parts.js'
import { RepeatedWork } from './repeated-work.js'

export interface ThrottlingParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Log
  /** Whether tables are throttled that do not say otherwise. */
  readonly isOn: boolean
  readonly onThrottled?: OnThrottled | undefined
}

export interface Throttling {
  readonly limiter: Limiter
  readonly parts: readonly Part[]
  /** Stores what on-demand tables have grown to. */
  readonly growth: Job
}

export function openThrottling(own: ThrottlingParts): Throttling {
  const { engine, catalog, clock } = own
  const limiter = new Limiter({
    ...own,
    tableUnitsMax: catalog.quotas.tableUnitsMax,
    settingsOf(table) {
      const known = catalog.settingsAtHand(table)
      if (known === undefined) settings.wake()
      return known
    },
  })
  const settings = settingsPart(own, limiter)
  const parts = engine.shared ? [settings, sharesPart(own, limiter)] : [settings]
  const work = () => storeGrowth(limiter, catalog)
  const growth = periodicJob('warm throughput', work, { clock, intervalMs: warmGrowthIntervalMs })
  return { limiter, parts, growth }
}

function settingsPart({ catalog, log }: ThrottlingParts, limiter: Limiter): RepeatedWork {
  const refresh = new SettingsRefresh({ catalog, limiter })
  return new RepeatedWork({
    name: 'settings for throttling',
    restMs: settingsAgeMsMax,
    async work() {
      await refresh.run()
      return settingsAgeMsMax
    },
    // The store may be away. What was read before still holds.
    onFailure: (error) => log.debug('settings of tables could not be read again', { error }),
  })
}

/** Where nothing can be refused there is no hurry: what tables grow to is an average over a minute. */
function sharesPart({ engine, clock, log }: ThrottlingParts, limiter: Limiter): RepeatedWork {
  const shared = new SharedUse({ engine, clock, random: systemRandom, limiter })
  const part: RepeatedWork = new RepeatedWork({
    name: 'shares of throughput',
    restMs: idleShareIntervalMs,
    async work() {
      const restMs = await shared.run()
      if (!limiter.mayRefuse) return idleShareIntervalMs
      // Whoever serves again after a pause has to know of the others at once.
      if (restMs === idleShareIntervalMs) limiter.whenCharged(() => part.wake())
      return restMs
    },
    onFailure: (error) => log.debug('servers could not tell each other what they use', { error }),
    atEnd: () => shared.leave(),
  })
  return part
}
