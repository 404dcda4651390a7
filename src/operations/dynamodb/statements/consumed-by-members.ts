/** ConsumedCapacity of a batch of statements: one entry for each table. */
import type {
  ConsumedCapacity,
  ReturnConsumedCapacity,
} from '../../../api/generated/dynamodb-types.js'
import { totalUnits } from '../../../capacity/units.js'
import type { MemberOutcome } from '../../../partiql/run-batch.js'
import { consumedByTables } from '../items/consumed-by-tables.js'

/**
 * AWS: a failed write is charged, but only in the total of a table on which another member
 * succeeded; a table with only failures has no entry.
 */
export function consumedByMembers(
  wanted: ReturnConsumedCapacity | undefined,
  outcomes: readonly MemberOutcome[],
): { ConsumedCapacity?: readonly ConsumedCapacity[] } {
  const succeeded = outcomes.flatMap((outcome) => {
    return outcome.kind === 'read' || outcome.kind === 'written' ? outcome.work : []
  })
  const { ConsumedCapacity: entries = [] } = consumedByTables(wanted, succeeded)
  if (entries.length === 0) return {}
  const failed = failedUnits(outcomes)
  return {
    ConsumedCapacity: entries.map((entry) => ({
      ...entry,
      CapacityUnits: entry.CapacityUnits! + (failed.get(entry.TableName!) ?? 0),
    })),
  }
}

function failedUnits(outcomes: readonly MemberOutcome[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'failed') continue
    const { name } = outcome.table
    units.set(name, (units.get(name) ?? 0) + totalUnits(outcome.work))
  }
  return units
}
