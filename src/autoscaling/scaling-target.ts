/**
 * A target of auto scaling: the read or write units of a table or of a global index, the bounds they stay
 * in, and what moves them. It is one record, so that policies and schedules come and go with it.
 */
import type { NotScaled, ScalingDeed } from './activity.js'
import type { ParsedSchedule } from './parse-schedule.js'
import type { TargetId } from './target-id.js'

export interface ScalingTarget extends TargetId {
  /** The end of its ARN. */
  readonly id: string
  readonly min: number
  readonly max: number
  readonly suspended: Suspension
  readonly createdAtMs: number
  readonly tags: Readonly<Record<string, string>>
  readonly policies: readonly TrackingPolicy[]
  readonly schedules: readonly ScheduledChange[]
  /** The bounds are new, and the units have yet to be moved inside them. */
  readonly isMoveDue?: true
  /** A change of units that is not over. */
  readonly pending?: PendingChange
  /** Why nothing was done when an alarm called last. */
  readonly toldNotScaled?: NotScaled['code']
}

export interface Suspension {
  readonly scaleIn: boolean
  readonly scaleOut: boolean
  readonly scheduled: boolean
}

/** Keeps the used share of the provisioned units near a target. */
export interface TrackingPolicy {
  readonly name: string
  readonly id: string
  readonly createdAtMs: number
  /** Percent. */
  readonly targetValue: number
  /** As given: AWS describes only what was. */
  readonly scaleOutCooldownS?: number
  readonly scaleInCooldownS?: number
  readonly disableScaleIn?: boolean
  readonly family: AlarmFamily
  readonly lastOut?: ScaledOut
  readonly lastInAtMs?: number
}

export interface ScaledOut {
  readonly atMs: number
  readonly added: number
}

/** The alarms of a policy, which depend on the units that are provisioned. */
export interface AlarmFamily {
  readonly units: number
  readonly names: FamilyNames
  /** Alarms that have yet to be deleted, and that the family has yet to be made; absent once it is. */
  readonly replaces?: readonly string[]
}

export interface FamilyNames {
  readonly high: string
  /** Absent if nothing scales in. */
  readonly low?: string
  readonly provisionedHigh: string
  readonly provisionedLow: string
}

export interface ScheduledChange {
  readonly name: string
  readonly id: string
  readonly createdAtMs: number
  /** As given. */
  readonly schedule: string
  readonly parsed: ParsedSchedule
  readonly timezone?: string
  readonly startMs?: number
  readonly endMs?: number
  readonly min?: number
  readonly max?: number
  /** Absent if it runs no more. */
  readonly dueAtMs?: number
}

/** Its activity is `Pending` until the table has taken the units, and is not listed before. */
export interface PendingChange {
  readonly units: number
  readonly deed: ScalingDeed
}
