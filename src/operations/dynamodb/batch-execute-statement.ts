/**
 * BatchExecuteStatement: up to 25 statements, all reads or all writes, each with its own result.
 */
import type { BatchStatementRequest } from '../../api/generated/dynamodb-types.js'
import { ServiceError } from '../../model/errors.js'
import { checkBatch, orFault, type BatchMember } from '../../partiql/check-batch.js'
import type { WriteStatement } from '../../partiql/plan-write.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { runBatch } from '../../partiql/run-batch.js'
import type { Select, Statement } from '../../partiql/statement.js'
import { Throttled, throttled } from '../throttling/throttled.js'
import { operation } from '../operation.js'
import { consumedByMembers } from './statements/consumed-by-members.js'
import { memberResponse } from './statements/member-response.js'
import { statementAccess } from './statements/statement-access.js'
import { statementDemand } from './statements/statement-demand.js'
import { tablesByName } from './statements/tables-by-name.js'

export const batchExecuteStatement = operation('dynamodb.BatchExecuteStatement', {
  read(input) {
    const members = checkBatch(input.Statements.map(readMember))
    return { input, members, names: statementsIn(members).map(({ source }) => source.table) }
  },

  tables: ({ names }) => names,
  toleratesMissing: true,

  access: (ctx, { members }) =>
    statementsIn(members).map((statement) => statementAccess(ctx, statement)),

  withoutDenied({ members, ...rest }, denials) {
    let next = 0
    const allowed = members.map((member) =>
      member instanceof ServiceError ? member : (denials[next++] ?? member),
    )
    return { ...rest, members: allowed }
  },

  demands({ members, names }, tables) {
    const findTable = tablesByName(names, tables)
    return statementsIn(members).map((statement) => {
      const table = findTable(statement.source.table)
      return table && statementDemand(statement, table)
    })
  },

  withoutThrottled({ members, ...rest }, refusals) {
    let next = 0
    const admitted = members.map((member) => {
      const unmet = member instanceof ServiceError ? undefined : refusals[next++]
      return unmet === undefined ? member : throttled(unmet, 'alone')
    })
    return { ...rest, members: admitted }
  },

  async run(ctx, { input, members, names }, tables) {
    const findTable = tablesByName(names, tables)
    const consistent = input.Statements.map(({ ConsistentRead }) => ConsistentRead === true)
    const outcomes = await runBatch(ctx.items, members, findTable, consistent)
    const output = {
      Responses: outcomes.map(memberResponse),
      ...consumedByMembers(input.ReturnConsumedCapacity, outcomes),
    }
    const work = outcomes.flatMap((outcome) => ('work' in outcome ? outcome.work : []))
    return { output, work, isThrottled: members.every((member) => member instanceof Throttled) }
  },
})

function statementsIn(members: readonly BatchMember[]): readonly (Select | WriteStatement)[] {
  return members.flatMap((member) => (member instanceof ServiceError ? [] : [member]))
}

/** AWS: a fault in a member's parameters or text affects that member only. */
function readMember({ Statement, Parameters }: BatchStatementRequest): Statement | ServiceError {
  return orFault(() => readStatement(Statement, Parameters && readParameters(Parameters)))
}
