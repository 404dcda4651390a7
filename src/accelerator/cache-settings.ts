/**
 * How long the caches of this server keep what they have, as the parameter group of a caller's cluster says. It is
 * asked with every hit, so it is kept in memory: what this process changed counts at once, and what another server
 * changed within `cacheTimesAgeMsMax`. While the store is away, what is known counts; until something is known, nothing
 * may be kept.
 */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import { defaultCacheTimes, type CacheTimes } from './cache-parameters.js'
import type { DaxDesk } from './dax-desk.js'
import { livingClusters, type DaxHoldings } from './dax-holdings.js'
import { cacheTimesAgeMsMax, cacheTimesScopesMax } from './limits.js'
import { findParameterGroup } from './parameter-groups.js'

export interface CacheSettingsParts {
  readonly desk: () => Promise<Pick<DaxDesk, 'find'>>
  readonly clock: Clock
}

interface KnownTimes {
  times: CacheTimes | undefined
  /** The name of the cluster, if there is one. */
  cluster: string | undefined
  readAtMs: number
  isReading: boolean
}

export class CacheSettings {
  readonly #parts: CacheSettingsParts
  readonly #known = new Map<string, KnownTimes>()

  constructor(parts: CacheSettingsParts) {
    this.#parts = parts
  }

  /** Waits for nothing. If what is known is old, it is read again for the next time. */
  timesOf(scope: Scope): CacheTimes | undefined {
    return this.#atHand(scope).times
  }

  /** The name of the cluster whose times they are, in the same way. */
  clusterOf(scope: Scope): string | undefined {
    return this.#atHand(scope).cluster
  }

  /** Something was changed by this process. */
  renew(): void {
    for (const known of this.#known.values()) known.readAtMs = -Infinity
  }

  #atHand(scope: Scope): KnownTimes {
    const known = this.#find(scope)
    const isOld = this.#parts.clock.now() - known.readAtMs >= cacheTimesAgeMsMax
    if (isOld && !known.isReading) void this.#read(scope, known)
    return known
  }

  #find(scope: Scope): KnownTimes {
    const key = `${scope.account}/${scope.region}`
    const found = this.#known.get(key)
    if (found !== undefined) return found
    const fresh = {
      times: undefined,
      cluster: undefined,
      readAtMs: -Infinity,
      isReading: false,
    }
    if (this.#known.size >= cacheTimesScopesMax) this.#known.clear()
    this.#known.set(key, fresh)
    return fresh
  }

  async #read(scope: Scope, known: KnownTimes): Promise<void> {
    const nowMs = this.#parts.clock.now()
    known.isReading = true
    // What is changed while it is read makes it old again.
    known.readAtMs = nowMs
    try {
      const desk = await this.#parts.desk()
      const holdings = await desk.find(scope)
      known.times = cacheTimesOf(holdings, nowMs)
      known.cluster = livingClusters(holdings, nowMs)[0]?.name
    } catch {
      // The store is away: requests that need it say so.
    } finally {
      known.isReading = false
    }
  }
}

/** Of the cluster, or the usual ones if there is none. */
export function cacheTimesOf(holdings: DaxHoldings, nowMs: number): CacheTimes {
  const [cluster] = livingClusters(holdings, nowMs)
  const group = cluster && findParameterGroup(holdings, cluster.parameterGroup)
  if (group === undefined) return defaultCacheTimes
  return { recordTtlMs: group.recordTtlMs, queryTtlMs: group.queryTtlMs }
}
