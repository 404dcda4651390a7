/**
 * One change of units and its activity. The intent is stored before the table is changed, so that whatever
 * server goes on knows what was under way.
 */
import { ServiceError } from '../model/errors.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Fence } from '../storage/fence.js'
import {
  settingUnits,
  unitsAwaited,
  unitsFulfilled,
  unitsNotSet,
  type DeedStatus,
  type ScalingDeed,
} from './activity.js'
import type { ActivityStore } from './activity-store.js'
import { scaledResourceOf } from './scaled-resource.js'
import type { ScaledTables } from './scaled-tables.js'
import type { PendingChange, ScalingTarget } from './scaling-target.js'
import { targetIdOf, type TargetId } from './target-id.js'
import type { TargetStore } from './target-store.js'

export interface UnitChangeParts {
  readonly targets: TargetStore
  readonly activities: ActivityStore
  readonly tables: ScaledTables
  readonly clock: Clock
  readonly random: Random
}

export interface WantedUnits {
  readonly units: number
  readonly cause: string
  /** What else becomes of the target if the table takes the units. */
  readonly after?: (target: ScalingTarget) => ScalingTarget
}

/** `busy`: the table is being changed, so nothing was done. */
export type UnitChange = 'set' | 'failed' | 'busy'

export class UnitChanges {
  readonly #parts: UnitChangeParts

  constructor(parts: UnitChangeParts) {
    this.#parts = parts
  }

  async set(target: TargetId, wanted: WantedUnits, fence: Fence): Promise<UnitChange> {
    const { units, after = (same: ScalingTarget) => same } = wanted
    const pending = { units, deed: this.#deedFor(target, wanted) }
    await this.#store(target, (before) => ({ ...before, pending }), fence)
    const fault = await this.#attempt(target, units)
    if (fault === undefined) {
      await this.follow(target, pending, fence, after)
      return 'set'
    }
    const isBusy = fault.type === 'ResourceInUseException'
    const failed = this.#ended(pending.deed, 'Failed', unitsNotSet(target, units, fault.message))
    const isKnown = isBusy || (await this.#isKnown(failed))
    await this.#store(target, withoutPending, fence, isKnown ? undefined : failed)
    return isBusy ? 'busy' : 'failed'
  }

  /** Looks how far a change that is under way has come. */
  async follow(
    target: TargetId,
    { units, deed }: PendingChange,
    fence: Fence,
    after: (target: ScalingTarget) => ScalingTarget = (same) => same,
  ): Promise<void> {
    const now = await this.#parts.tables.find(target, scaledResourceOf(target))
    if (now?.units === units && now.isBusy) {
      if (deed.status === 'InProgress') return
      const message = unitsAwaited(target, units)
      const begun = { ...deed, status: 'InProgress', message } as const
      const pending = { units, deed: begun }
      await this.#store(target, (before) => after({ ...before, pending }), fence, begun)
    } else if (now?.units === units) {
      const done = this.#ended(deed, 'Successful', unitsFulfilled(target, units))
      await this.#store(target, (before) => after(withoutPending(before)), fence, done)
    } else {
      // Nothing was asked of the table before a server stopped, or somebody else has changed it since.
      const isBegun = deed.status === 'InProgress'
      const lost = isBegun ? this.#ended(deed, 'Unfulfilled', deed.message) : undefined
      await this.#store(target, withoutPending, fence, lost)
    }
  }

  /** AWS does not say how often it tells the same failure. Once is enough until something else happens. */
  async #isKnown(deed: ScalingDeed): Promise<boolean> {
    const { account, region } = deed
    let looks = 0
    for await (const other of this.#parts.activities.walk({ account, region })) {
      const isSame = other.resourceId === deed.resourceId && other.dimension === deed.dimension
      if (isSame) return other.status === 'Failed' && other.message === deed.message
      if (++looks >= repeatSearchMax) return false
    }
    return false
  }

  #deedFor(target: TargetId, { units, cause }: WantedUnits): ScalingDeed {
    return {
      ...targetIdOf(target),
      id: this.#parts.random.uuid(),
      startedAtMs: this.#parts.clock.now(),
      description: settingUnits(target, units),
      cause,
      status: 'Pending',
    }
  }

  #ended(deed: ScalingDeed, status: DeedStatus, message: string | undefined): ScalingDeed {
    const endedAtMs = this.#parts.clock.now()
    return { ...deed, status, endedAtMs, ...(message !== undefined && { message }) }
  }

  #store(
    target: TargetId,
    change: (target: ScalingTarget) => ScalingTarget,
    fence: Fence,
    deed?: ScalingDeed,
  ): Promise<void> {
    const deeds = deed === undefined ? [] : [deed]
    return this.#parts.targets.change(
      target,
      (before) => ({ target: before && change(before), deeds, result: undefined }),
      fence,
    )
  }

  async #attempt(target: TargetId, units: number): Promise<ServiceError | undefined> {
    try {
      await this.#parts.tables.set(target, scaledResourceOf(target), units)
      return undefined
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }
}

/** How many activities of others may lie between two that are the same. */
const repeatSearchMax = 1000

function withoutPending({ pending: _over, ...target }: ScalingTarget): ScalingTarget {
  return target
}
