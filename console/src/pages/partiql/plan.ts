/** One statement of the text with all that is known about it before it is run. */
import type { Explanation } from '../../code/explain-statement.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { unaskedScanItemsMax } from './limits.js'

export interface StatementPlan {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly end: number
  readonly isWrite: boolean
  readonly table: string | undefined
  readonly values: readonly AttributeValue[]
  /** The first parameter that has no value yet, and why. */
  readonly fault?: string
  /** Undefined if it is not understood, or while its table is not known. */
  readonly explanation?: Explanation
}

/** Whether it is asked about before it is run. */
export function needsConsent({ isWrite, explanation }: StatementPlan): boolean {
  if (isWrite) return true
  return (
    explanation?.kind === 'read' &&
    explanation.access === 'Scan' &&
    explanation.items > unaskedScanItemsMax
  )
}
