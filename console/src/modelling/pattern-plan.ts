/** How an access pattern is served: by which table or index, with which conditions, or why by none. */
import type { AttributeValue } from '../values/attribute-value.js'
import type { PatternOperation, PatternOperator } from './data-model.js'

export interface PlannedCondition {
  readonly attribute: string
  readonly operator: PatternOperator
  readonly values: readonly AttributeValue[]
}

export interface ServedPlan {
  readonly kind: 'served'
  readonly operation: PatternOperation
  /** Absent for the table itself. */
  readonly index?: string
  /** Absent for scans. */
  readonly partition?: PlannedCondition
  readonly sort?: PlannedCondition
  /** Checked after the read, so what they drop is paid for. */
  readonly filters: readonly PlannedCondition[]
  /** What to know about serving it this way. */
  readonly notes: readonly string[]
}

export interface UnservedPlan {
  readonly kind: 'unserved'
  /** For the table (`''`) and each index, why it does not serve. */
  readonly reasons: readonly { readonly index: string; readonly reason: string }[]
}

export type PatternPlan = ServedPlan | UnservedPlan
