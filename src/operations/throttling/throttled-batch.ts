/** Batches of which some parts have to wait. */
import type { UnmetDemand } from '../../capacity/demand.js'
import { throttled } from './throttled.js'

type Refusals = readonly (UnmetDemand | undefined)[]

/**
 * Throws if all parts have to wait. AWS: what the batch is told is that provisioned units were exceeded only if
 * that is so for all parts.
 */
export function requireSomeAdmitted(refusals: Refusals): void {
  const unmet = refusals.filter((refusal) => refusal !== undefined)
  if (unmet.length < refusals.length) return
  const other = unmet.find(({ cause }) => cause !== 'ProvisionedThroughputExceeded')
  throw throttled(other ?? unmet[0]!, 'batch')
}
