/** A page of a SELECT as ExecuteStatement returns it. */
import type {
  ExecuteStatementInput,
  ExecuteStatementOutput,
} from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import type { SelectPlan } from '../../../partiql/plan-select.js'
import { runSelect } from '../../../partiql/run-select.js'
import type { Select } from '../../../partiql/statement.js'
import { consumedCapacity } from '../items/consumed-capacity.js'
import { requestDigest } from '../../request-digest.js'
import type { OperationContext, Result } from '../../operation.js'
import { decodePosition, encodePosition } from './select-position.js'

export async function executeSelect(
  { items, nextTokens }: OperationContext,
  input: ExecuteStatementInput,
  select: Select,
  table: Table,
): Promise<Result<ExecuteStatementOutput>> {
  const { NextToken: token, Limit: limit } = input
  const consistent = input.ConsistentRead === true
  const start = (plan: SelectPlan) =>
    token === undefined ? undefined : decodePosition(nextTokens.open(token, digestOf(input, plan)))
  const page = await runSelect(items, table, { select, consistent, limit, start })
  const output = {
    Items: page.items,
    ...(page.next && {
      NextToken: nextTokens.seal(digestOf(input, page.plan), encodePosition(page.next)),
    }),
    ...consumedCapacity(input.ReturnConsumedCapacity, table, page.work),
  }
  return { output, work: page.work }
}

/**
 * What a token is bound to. Ids and spaces are new for every table and index, even if a name is
 * reused.
 */
function digestOf(
  { Statement, Parameters = [] }: ExecuteStatementInput,
  { target: { table, space } }: SelectPlan,
): Buffer {
  return requestDigest({ Statement, Parameters, tableId: table.id, space })
}
