/** What the writes of a transaction consumed, and which kind of units that is. */
import { consumedByGet, consumedByWrite, type Consumed } from '../../../capacity/units.js'
import type { TransactOutcome } from '../../../items/write/transact-write.js'
import type { UnitsMember } from './consumed-by-tables.js'

/** One part for each write, not yet doubled. */
export function consumedByTransaction(outcome: TransactOutcome): {
  readonly parts: readonly Consumed[]
  readonly units: UnitsMember
} {
  if (outcome.kind === 'written') {
    const parts = outcome.outcomes.map(({ work }) => consumedByWrite(work))
    return { parts, units: 'WriteCapacityUnits' }
  }
  // AWS: what was written before is only read, and costs what reading costs.
  const parts = outcome.sizesBytes.map((bytes) => consumedByGet(bytes, true))
  return { parts, units: 'ReadCapacityUnits' }
}
