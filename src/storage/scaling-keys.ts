/** The keys of auto scaling, in the system space. The prefixes are in `system-prefixes.ts`. */
import type { Scope } from '../model/arn.js'
import { terminatedPart } from './key-codec.js'
import { keyAfter, prefixEnd, scopePrefix, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

/** What a target is found by. */
export interface ScalingTargetKey extends Scope {
  /** `table/t` or `table/t/index/i`. */
  readonly resourceId: string
  readonly dimension: string
}

/** The targets of a scope are in the order of resources; those of a resource are together. */
export function scalingTargetKey({ resourceId, dimension, ...scope }: ScalingTargetKey): Buffer {
  const resource = terminatedPart(Buffer.from(resourceId))
  const prefix = scopePrefix(system.scalingTarget, scope)
  return Buffer.concat([prefix, resource, Buffer.from(dimension)])
}

/** The targets of a scope, after one of them or after where it would be. */
export function scalingTargetRange(scope: Scope, after?: ScalingTargetKey): KeyRange {
  const prefix = scopePrefix(system.scalingTarget, scope)
  return {
    from: after === undefined ? prefix : keyAfter(scalingTargetKey({ ...after, ...scope })),
    to: prefixEnd(prefix),
  }
}

/** The targets of all scopes, after one of them. */
export function allScalingTargets(after?: ScalingTargetKey): KeyRange {
  const prefix = Buffer.of(system.scalingTarget)
  const from = after === undefined ? prefix : keyAfter(scalingTargetKey(after))
  return { from, to: prefixEnd(prefix) }
}

export function scalingTargetIdKey(scope: Scope, id: string): Buffer {
  return Buffer.concat([scopePrefix(system.scalingTargetId, scope), Buffer.from(id)])
}

/** The ids of the targets of a scope: as many as there are targets, and much smaller. */
export function scalingTargetIds(scope: Scope): KeyRange {
  const from = scopePrefix(system.scalingTargetId, scope)
  return { from, to: prefixEnd(from) }
}

/** What an activity is found by. */
export interface ScalingActivityKey extends Scope {
  readonly startedAtMs: number
  readonly id: string
}

/** Milliseconds of the next eight thousand years. */
const timeBytes = 6

export function scalingActivityKey({ startedAtMs, id, ...scope }: ScalingActivityKey): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(startedAtMs, 0, timeBytes)
  return Buffer.concat([scopePrefix(system.scalingActivity, scope), time, Buffer.from(id)])
}

/** The activities of a scope that are older than one of them, or all. */
export function scalingActivityRange(scope: Scope, before?: ScalingActivityKey): KeyRange {
  const from = scopePrefix(system.scalingActivity, scope)
  return { from, to: before === undefined ? prefixEnd(from) : scalingActivityKey(before) }
}

/** The activities of all scopes before a key, or all. */
export function allScalingActivities(before?: ScalingActivityKey): KeyRange {
  const from = Buffer.of(system.scalingActivity)
  return { from, to: before === undefined ? prefixEnd(from) : scalingActivityKey(before) }
}
