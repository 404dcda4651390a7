/** What a request is about to use, and what it gets if there is nothing left. */
import type { Table } from '../catalog/table.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'

/** A write to a table needs credit of all its global indexes too; a demand does not list them. */
export interface Demand {
  readonly table: Table
  /** Undefined for the table itself. */
  readonly indexName: string | undefined
  readonly kind: ThrottledKind
  /** The hash of the partition key; undefined if several may be touched. Called only if a key range is in debt. */
  partition(): number | undefined
  /** Units of this kind that earlier parts of the request will use of the table at least; 0 if absent. */
  readonly ahead?: number
}

/** Why a demand is not met. */
export interface UnmetDemand {
  readonly table: Table
  readonly indexName: string | undefined
  readonly kind: ThrottledKind
  readonly cause: ThrottlingCause
  /** AWS words its exceptions by the mode of the table. */
  readonly mode: 'provisioned' | 'on-demand'
}

/** For metrics and insights. */
export interface ThrottleEvent extends UnmetDemand {
  /** False if throttling is off: it would have been refused. */
  readonly refused: boolean
}

export type OnThrottled = (event: ThrottleEvent, nowMs: number) => void
