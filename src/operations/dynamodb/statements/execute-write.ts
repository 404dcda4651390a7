/** The writes of ExecuteStatement. */
import type {
  ExecuteStatementInput,
  ExecuteStatementOutput,
} from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import type { WriteStatement } from '../../../partiql/plan-write.js'
import { runWrite } from '../../../partiql/run-write.js'
import { consumedCapacity } from '../items/consumed-capacity.js'
import { showsItemOnFailure } from '../items/read-condition.js'
import type { OperationContext, Result } from '../../operation.js'

export async function executeWrite(
  ctx: OperationContext,
  input: ExecuteStatementInput,
  statement: WriteStatement,
  table: Table,
): Promise<Result<ExecuteStatementOutput>> {
  const shown = showsItemOnFailure(input)
  const { item, work } = await runWrite(ctx.items, table, statement, shown)
  const output = {
    Items: item === undefined ? [] : [item],
    ...consumedCapacity(input.ReturnConsumedCapacity, table, work),
  }
  return { output, work }
}
