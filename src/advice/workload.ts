/** What was recorded of tables in a span of time, wherever it was read from. */
import type { Scope } from '../model/arn.js'
import type { BillingMode } from './monthly-use.js'
import type { TableClass } from './prices.js'

export interface Workload {
  readonly scope: Scope
  /** Where one looked for records. */
  readonly fromMs: number
  readonly toMs: number
  readonly tables: readonly TableWorkload[]
}

export interface TableWorkload {
  readonly name: string
  readonly billing: BillingMode
  readonly tableClass: TableClass
  readonly hasRecovery: boolean
  /** The attribute by which items expire; absent if none do. */
  readonly expiresBy?: string
  readonly own: ResourceWorkload
  /** The global ones. */
  readonly indexes: readonly ResourceWorkload[]
  /** What local indexes hold. */
  readonly localIndexBytes: number
  readonly calls: readonly OperationCalls[]
  /** Calls of GetRecords. */
  readonly streamReads: number
  readonly hotKeys: readonly HotKey[]
  /** Absent if items were not looked at. */
  readonly sample?: ItemSample
}

/** A table or a global index. */
export interface ResourceWorkload {
  /** Absent for the table itself. */
  readonly indexName?: string
  readonly projection?: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'
  readonly items: number
  readonly bytes: number
  readonly reads: Traffic
  readonly writes: Traffic
}

export interface Traffic {
  /** Periods of `pointMs` that were recorded, also those in which nothing was used. */
  readonly points: readonly TrafficPoint[]
  /** The setting now; absent if it is on-demand. */
  readonly provisionedUnits?: number
  /** Present if auto scaling moves it. */
  readonly scaling?: ScalingBounds
  readonly throttled: ThrottleCounts
  /** Where throttling is off: what AWS would have refused. */
  readonly wouldBeThrottled: ThrottleCounts
}

export interface TrafficPoint {
  readonly atMs: number
  readonly units: number
}

export interface ScalingBounds {
  readonly unitsMin: number
  readonly unitsMax: number
}

export interface ThrottleCounts {
  readonly all: number
  /** By the limit of a range of keys, not of the table. */
  readonly byKeyRange: number
}

export interface OperationCalls {
  readonly operation: string
  readonly calls: number
  /** Of Query and Scan. */
  readonly returnedItems: number
}

export interface HotKey {
  readonly indexName?: string
  readonly key: string
  /** Of the units that all keys of the table or index used in the last day. */
  readonly share: number
  readonly units: number
}

export interface ItemSample {
  readonly items: number
  readonly bytes: number
  readonly largestBytes: number
  /** Items that are near the limit. */
  readonly nearLimit: number
  /** Attributes that hold a time in seconds, and seem to say when the item is of no more use. */
  readonly expiries: readonly ExpiryAttribute[]
}

export interface ExpiryAttribute {
  readonly name: string
  readonly items: number
  /** How many of them are in the past. */
  readonly past: number
}

/** AWS lets a table save up unused units for this long, so it is what a peak is measured by. */
export const pointMs = 5 * 60_000

/** How long something was recorded of a table: servers may have been off meanwhile. */
export function recordedMs({ own }: TableWorkload): number {
  const moments = new Set([...own.reads.points, ...own.writes.points].map(({ atMs }) => atMs))
  return moments.size * pointMs
}

export function usedUnits({ points }: Traffic): number {
  return points.reduce((sum, { units }) => sum + units, 0)
}

/** In units a second. */
export function peakUnits({ points }: Traffic): number {
  return points.reduce((peak, { units }) => Math.max(peak, units), 0) / (pointMs / 1000)
}

export function partsOfTable({ own, indexes }: TableWorkload): readonly ResourceWorkload[] {
  return [own, ...indexes]
}
