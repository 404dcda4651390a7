/** The response to one member of a batch of statements. */
import type { BatchStatementResponse } from '../../../api/generated/dynamodb-types.js'
import type { ServiceError } from '../../../model/errors.js'
import { faultCodeOf } from '../../../model/fault-code.js'
import type { MemberOutcome } from '../../../partiql/run-batch.js'
import { unreachable } from '../../../stdx/assert.js'

export function memberResponse(outcome: MemberOutcome): BatchStatementResponse {
  switch (outcome.kind) {
    case 'read':
    case 'written':
      return { TableName: outcome.table.name, Item: outcome.item }
    case 'refused':
      return { Error: errorOf(outcome.fault) }
    case 'no-table':
      return { Error: errorOf(outcome.fault), TableName: outcome.tableName }
    case 'failed':
      return { Error: errorOf(outcome.fault), TableName: outcome.table.name }
    default:
      return unreachable(outcome)
  }
}

/** AWS: the item that failed a condition is not shown, whatever the member asked for. */
function errorOf(fault: ServiceError): NonNullable<BatchStatementResponse['Error']> {
  const code = faultCodeOf(fault.type)
  if (code === undefined) throw fault
  return { Code: code, Message: fault.message }
}
