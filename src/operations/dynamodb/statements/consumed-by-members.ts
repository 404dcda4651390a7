/** ConsumedCapacity of a batch of statements: one entry for each table. */
import type {
  ConsumedCapacity,
  ReturnConsumedCapacity,
} from '../../../api/generated/dynamodb-types.js'
import { consumedByGet, consumedByWrite, writeUnits } from '../../../capacity/units.js'
import type { MemberOutcome } from '../../../partiql/run-batch.js'
import { consumedByTables, type TableUse } from '../items/consumed-by-tables.js'

/**
 * AWS: a write that failed is paid for, but only in the total of a table that something succeeded on;
 * a table with nothing but failures has no entry.
 */
export function consumedByMembers(
  wanted: ReturnConsumedCapacity | undefined,
  outcomes: readonly MemberOutcome[],
  consistent: readonly boolean[],
): { ConsumedCapacity?: readonly ConsumedCapacity[] } {
  const uses = outcomes.flatMap((outcome, i) => useOf(outcome, consistent[i]!))
  const { ConsumedCapacity: entries = [] } = consumedByTables(wanted, uses)
  if (entries.length === 0) return {}
  const failed = failedUnits(outcomes)
  return {
    ConsumedCapacity: entries.map((entry) => ({
      ...entry,
      CapacityUnits: entry.CapacityUnits! + (failed.get(entry.TableName!) ?? 0),
    })),
  }
}

function useOf(outcome: MemberOutcome, consistent: boolean): readonly TableUse[] {
  const { kind } = outcome
  if (kind === 'read') {
    return [{ table: outcome.table, consumed: consumedByGet(outcome.bytes, consistent) }]
  }
  return kind === 'written'
    ? [{ table: outcome.table, consumed: consumedByWrite(outcome.work) }]
    : []
}

function failedUnits(outcomes: readonly MemberOutcome[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'failed') continue
    const { name } = outcome.table
    units.set(name, (units.get(name) ?? 0) + writeUnits(outcome.bytes))
  }
  return units
}
