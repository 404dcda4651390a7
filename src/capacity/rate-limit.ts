/**
 * How much of one kind (reads or writes) a table or index may use in a second, and which of its
 * limits that is.
 */
import { effectiveWarmUnits, warmThroughputOf } from '../catalog/rules/warm-throughput.js'
import type { DescribedTable } from '../catalog/table.js'
import type { IndexDefinition, OnDemandThroughput, WarmUnits } from '../model/table.js'
import { briefBurstSeconds, burstSeconds, peakHeadroom } from './limits.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'

/** The settings of a table or index for one kind. */
export type KindSettings =
  { readonly mode: 'provisioned'; readonly units: number } | OnDemandSettings

export interface OnDemandSettings {
  readonly mode: 'on-demand'
  readonly warmUnits: number
  /** As the client configured it. */
  readonly unitsMax: number | undefined
  /** What any table or index may use. */
  readonly quota: number
}

export interface RateLimit {
  readonly unitsPerSecond: number
  readonly burstSeconds: number
  /** What a request is told that finds nothing left. */
  readonly cause: ThrottlingCause
}

export interface KindMoment {
  readonly kind: ThrottledKind
  readonly quota: number
  readonly nowMs: number
}

/** Without an index, those of the table itself. */
export function kindSettingsOf(
  table: DescribedTable,
  index: IndexDefinition | undefined,
  { kind, quota, nowMs }: KindMoment,
): KindSettings {
  const { billing } = table
  const throughput = index === undefined ? billing.throughput : index.throughput
  if (billing.mode === 'provisioned') {
    const units = unitsOfKind(throughput ?? billing.throughput, kind)
    return { mode: 'provisioned', units }
  }
  const target = { billing, throughput: throughput ?? billing.throughput }
  const { warmThroughput, onDemandThroughput } = index ?? table
  // AWS: what is asked for counts once it is there.
  const present = warmThroughput && effectiveWarmUnits(warmThroughput, nowMs)
  const warmUnits = unitsOfKind(warmThroughputOf(present, target), kind)
  return { mode: 'on-demand', warmUnits, unitsMax: maximumOf(onDemandThroughput, kind), quota }
}

/** `peak` is the highest use of a second so far, on average over a minute. */
export function rateLimitOf(settings: KindSettings, peak: number): RateLimit {
  if (settings.mode === 'provisioned') {
    const cause = 'ProvisionedThroughputExceeded'
    return { unitsPerSecond: settings.units, burstSeconds, cause }
  }
  return { ...lowest(settings, unitsAtOnce(settings, peak)), burstSeconds: briefBurstSeconds }
}

/** What a table or index serves at once, were it not for maximums and quotas. */
export function unitsAtOnce(settings: KindSettings, peak: number): number {
  if (settings.mode === 'provisioned') return settings.units
  return Math.max(settings.warmUnits, peak * peakHeadroom)
}

function lowest(
  { unitsMax = Infinity, quota }: OnDemandSettings,
  grown: number,
): Omit<RateLimit, 'burstSeconds'> {
  if (unitsMax <= Math.min(grown, quota)) {
    return { unitsPerSecond: unitsMax, cause: 'MaxOnDemandThroughputExceeded' }
  }
  if (quota <= grown) return { unitsPerSecond: quota, cause: 'AccountLimitExceeded' }
  // AWS has no cause for a table that has not grown yet: its key ranges are too few.
  return { unitsPerSecond: grown, cause: 'KeyRangeThroughputExceeded' }
}

function unitsOfKind({ readUnits, writeUnits }: WarmUnits, kind: ThrottledKind): number {
  return kind === 'read' ? readUnits : writeUnits
}

function maximumOf(
  maxima: OnDemandThroughput | undefined,
  kind: ThrottledKind,
): number | undefined {
  return kind === 'read' ? maxima?.readUnitsMax : maxima?.writeUnitsMax
}
