/** BatchExecuteStatement: up to 25 statements, reads or writes, each answered by itself. */
import type { BatchStatementRequest } from '../../api/generated/dynamodb-types.js'
import { ServiceError } from '../../model/errors.js'
import { checkBatch, orFault } from '../../partiql/check-batch.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { runBatch } from '../../partiql/run-batch.js'
import type { Statement } from '../../partiql/statement.js'
import { foundTablesOperation } from '../operation.js'
import { consumedByMembers } from './statements/consumed-by-members.js'
import { memberResponse } from './statements/member-response.js'

export const batchExecuteStatement = foundTablesOperation('dynamodb.BatchExecuteStatement', {
  read(input) {
    return { input, members: checkBatch(input.Statements.map(readMember)) }
  },

  tables: ({ members }) =>
    members.flatMap((member) => (member instanceof ServiceError ? [] : [member.source.table])),

  async run(ctx, { input, members }, findTable) {
    const consistent = input.Statements.map(({ ConsistentRead }) => ConsistentRead === true)
    const outcomes = await runBatch(ctx.items, members, findTable, consistent)
    return {
      Responses: outcomes.map(memberResponse),
      ...consumedByMembers(input.ReturnConsumedCapacity, outcomes),
    }
  },
})

/** AWS: what is wrong with a member's parameters or text stays with that member. */
function readMember({ Statement, Parameters }: BatchStatementRequest): Statement | ServiceError {
  return orFault(() => readStatement(Statement, Parameters && readParameters(Parameters)))
}
