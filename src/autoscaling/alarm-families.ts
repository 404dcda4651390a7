/**
 * Keeps the alarms of policies in step with the units that are provisioned. The record says which alarms there
 * should be before they are made, and which are to go until they are gone, so a crash leaves none behind.
 */
import type { Random } from '../stdx/random.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { AlarmBook } from './alarm-book.js'
import type { AlarmFamily, FamilyNames, ScalingTarget, TrackingPolicy } from './scaling-target.js'
import type { TargetStore } from './target-store.js'
import { familyAlarms, familyNames, namesInFamily } from './tracking.js'

export interface FamilyParts {
  readonly targets: TargetStore
  readonly book: AlarmBook
  readonly random: Random
}

/** Alarms under new names, for a policy that may have had others. */
export function newFamily(
  names: FamilyNames,
  units: number,
  before: AlarmFamily | undefined,
): AlarmFamily {
  const replaces =
    before === undefined ? [] : [...(before.replaces ?? []), ...namesInFamily(before.names)]
  return { units, names, replaces }
}

export class AlarmFamilies {
  readonly #parts: FamilyParts

  constructor(parts: FamilyParts) {
    this.#parts = parts
  }

  /** Makes what is to be made, and new alarms for all policies if the units are others. */
  async refresh(target: ScalingTarget, units: number, fence: Fence): Promise<void> {
    const isOther = target.policies.some(({ family }) => family.units !== units)
    const now = isOther ? await this.#renew(target, units, fence) : target
    for (const policy of now?.policies ?? []) {
      if (policy.family.replaces !== undefined) await this.make(now!, policy, fence)
    }
  }

  #renew(target: ScalingTarget, units: number, fence: Fence): Promise<ScalingTarget | undefined> {
    const { targets, random } = this.#parts
    const names = new Map(
      target.policies.map((policy) => {
        return [policy.id, familyNames(target, policy.disableScaleIn === true, random)] as const
      }),
    )
    const renewed = (policy: TrackingPolicy) => {
      const found = names.get(policy.id)
      if (found === undefined || policy.family.units === units) return policy
      return { ...policy, family: newFamily(found, units, policy.family) }
    }
    const decide = (before: ScalingTarget | undefined) => {
      const after = before && { ...before, policies: before.policies.map(renewed) }
      return { target: after, result: after }
    }
    return targets.change(target, decide, fence)
  }

  /** Deletes the alarms that the family replaces, and makes its own. */
  async make(
    target: ScalingTarget,
    policy: TrackingPolicy,
    fence: Fence = unfenced,
  ): Promise<void> {
    const { targets, book } = this.#parts
    const { replaces = [], names, units } = policy.family
    if (replaces.length > 0) await book.delete(target, replaces)
    await book.put(target, familyAlarms(target, policy))
    const isMade = (each: TrackingPolicy) =>
      each.id === policy.id && each.family.names.high === names.high
    await targets.change(
      target,
      (before) => ({
        target: before && {
          ...before,
          policies: before.policies.map((each) =>
            isMade(each) ? { ...each, family: { units, names } } : each,
          ),
        },
        result: undefined,
      }),
      fence,
    )
  }

  /** For policies that are about to go. */
  async remove(target: ScalingTarget, policies: readonly TrackingPolicy[]): Promise<void> {
    const names = policies.flatMap(({ family }) => [
      ...(family.replaces ?? []),
      ...namesInFamily(family.names),
    ])
    if (names.length > 0) await this.#parts.book.delete(target, names)
  }
}
