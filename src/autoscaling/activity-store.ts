/** The activities of auto scaling, the newest first. */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import type { KeyRange } from '../storage/keyspace.js'
import {
  allScalingActivities,
  scalingActivityKey,
  scalingActivityRange,
  type ScalingActivityKey,
} from '../storage/scaling-keys.js'
import { deedForm, deedKeyOf, putActivity, type ScalingDeed } from './activity.js'
import { activitiesMax, activityKeptMs, scalingReadMax } from './limits.js'

/** Where a walk over all activities is, and how many of the present scope it has passed. */
export interface UpkeepPosition {
  readonly last: ScalingActivityKey
  readonly passed: number
}

export class ActivityStore {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Those of a scope, before one of them if it is given. */
  async *walk(scope: Scope, before?: ScalingActivityKey): AsyncGenerator<ScalingDeed> {
    let last = before
    for (;;) {
      const page = await this.#page(scalingActivityRange(scope, last))
      yield* page
      const end = page.at(-1)
      if (end === undefined || page.length < scalingReadMax) return
      last = deedKeyOf(end)
    }
  }

  async find(at: ScalingActivityKey): Promise<ScalingDeed | undefined> {
    const key = scalingActivityKey(at)
    const [bytes] = await this.#engine.read([{ kind: 'get', space: systemSpace, key }])
    return bytes && deedForm.decode(bytes)
  }

  put(deed: ScalingDeed, fence: Fence): Promise<void> {
    return writeFenced(this.#engine, fence, [putActivity(deed)])
  }

  /**
   * Removes what is too old or too much among the next activities of all scopes. Undefined once the walk has
   * come to its end.
   */
  async trim(
    nowMs: number,
    from: UpkeepPosition | undefined,
    fence: Fence,
  ): Promise<UpkeepPosition | undefined> {
    const page = await this.#page(allScalingActivities(from?.last))
    let at = from
    const gone: ScalingDeed[] = []
    for (const deed of page) {
      const isSameScope = at !== undefined && isSame(at.last, deed)
      at = { last: deedKeyOf(deed), passed: isSameScope ? at!.passed + 1 : 1 }
      const isOld = deed.startedAtMs < nowMs - activityKeptMs
      if (isOld || at.passed > activitiesMax) gone.push(deed)
    }
    const deletions = gone.map(
      (deed) =>
        ({ kind: 'delete', space: systemSpace, key: scalingActivityKey(deedKeyOf(deed)) }) as const,
    )
    await writeFenced(this.#engine, fence, deletions)
    return page.length < scalingReadMax ? undefined : at
  }

  async #page(range: KeyRange): Promise<readonly ScalingDeed[]> {
    const read = { kind: 'range', space: systemSpace, ...range, reverse: true } as const
    const [{ entries }] = await this.#engine.read([{ ...read, entriesMax: scalingReadMax }])
    return entries.map(({ value }) => deedForm.decode(value))
  }
}

function isSame(a: Scope, b: Scope): boolean {
  return a.account === b.account && a.region === b.region
}
