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
import type { JsonObject } from '../model/changed-members.js'
import { isNestedBeyondNewer } from './nesting.js'
import type { Compiling, Lead, OlderConstraints, Quirks } from './quirks.js'
import { leadWithTableName, usualTableNameRule } from './table-name-constraint.js'

export type CheckInput = (input: unknown) => void

/** Compiles the check of an operation's input; `inputShape` is undefined if the model has none. */
export function compileInputCheck(
  compiling: Compiling,
  operation: string,
  inputShape: string | undefined,
): CheckInput {
  if (inputShape === undefined) return () => undefined
  const check = compileCheck(compiling, operation, inputShape)
  const older = compiling.quirks.olderConstraints?.[operation]
  if (older === undefined) return check
  const quirks = quirksBefore(compiling.quirks, operation, inputShape)
  return withOlder(check, compileCheck({ ...compiling, quirks }, operation, inputShape), older)
}

function compileCheck(compiling: Compiling, operation: string, inputShape: string): CheckInput {
  const { shapes } = compiling
  const quirks = quirksIn(compiling.quirks, operation)
  const tableName = quirks.tableNameRules?.[operation] ?? usualTableNameRule
  const lead = leadOf(compiling, operation)
  const check = compileConstraints({ shapes, quirks, tableName }, inputShape)
  const failuresMax = quirks.failuresMax?.[operation] ?? constraintFailuresMax
  return (input) => {
    if (lead !== undefined && !lead(input as object)) return
    if (check === undefined) return
    const gathering = newGathering(failuresMax, quirks.hidesTexts)
    check(input, undefined, gathering)
    throwIfAny(gathering)
  }
}

function quirksIn(quirks: Quirks, operation: string): Quirks {
  const orders = quirks.operationOrders?.[operation]
  if (orders === undefined) return quirks
  return { ...quirks, memberOrders: { ...quirks.memberOrders, ...orders } }
}

/** The quirks of the service before it reworded the operation's constraints. */
function quirksBefore(quirks: Quirks, operation: string, inputShape: string): Quirks {
  const order = quirks.olderConstraints?.[operation]?.memberOrder
  const orders = quirks.memberOrders
  return {
    ...quirks,
    bareEnums: {},
    failuresMax: {},
    tableNameRules: {},
    memberOrders: order === undefined ? orders : { ...orders, [inputShape]: order },
  }
}

/** How deep values are looked for only once something failed, so a good input costs nothing. */
function withOlder(newer: CheckInput, older: CheckInput, rule: OlderConstraints): CheckInput {
  return (input) => {
    if ((input as JsonObject)[rule.without] === undefined) return older(input)
    try {
      newer(input)
    } catch (refusal) {
      if (isNestedBeyondNewer(input)) older(input)
      throw refusal
    }
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
