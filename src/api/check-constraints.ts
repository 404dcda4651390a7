/**
 * Checks a decoded input against the constraints of its shape and the quirks of its service, and
 * refuses it in one sentence that lists all failures. After this, an input is what its generated
 * type says: required members are present, enum values are known, lists and maps hold no nulls.
 *
 * Nothing here looks at tables, items or combinations of members; that is left to the operation.
 */
import { constraintFailuresMax } from '../model/limits.js'
import { compileConstraints } from './compile-constraints.js'
import { newGathering, throwIfAny } from './constraint-failures.js'
import type { Compiling, Lead } from './quirks.js'
import { leadWithTableName, usualTableNameRule } from './table-name-constraint.js'

export type CheckInput = (input: unknown) => void

/** Compiles the check of an operation's input; `inputShape` is undefined if the model has none. */
export function compileInputCheck(
  compiling: Compiling,
  operation: string,
  inputShape: string | undefined,
): CheckInput {
  if (inputShape === undefined) return () => undefined
  const { quirks } = compiling
  const tableName = quirks.tableNameRules?.[operation] ?? usualTableNameRule
  const lead = leadOf(compiling, operation)
  const check = compileConstraints({ ...compiling, tableName }, inputShape)
  const failuresMax = quirks.failuresMax?.[operation] ?? constraintFailuresMax
  return (input) => {
    if (lead !== undefined && !lead(input as object)) return
    if (check === undefined) return
    const gathering = newGathering(failuresMax)
    check(input, undefined, gathering)
    throwIfAny(gathering)
  }
}

function leadOf({ quirks }: Compiling, operation: string): Lead | undefined {
  const lead = quirks.leads?.[operation]
  const rule = quirks.tableNameRules?.[operation]
  if (lead !== undefined || rule === undefined) return lead
  return ({ TableName }: { TableName?: string }) => {
    leadWithTableName(TableName, rule)
    return true
  }
}
