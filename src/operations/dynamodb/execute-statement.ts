/** ExecuteStatement: one PartiQL statement, a page of a SELECT or a single write. */
import type {
  ExecuteStatementInput,
  ExecuteStatementOutput,
} from '../../api/generated/dynamodb-types.js'
import { consumedByPage, consumedTogether } from '../../capacity/units.js'
import type { Table } from '../../catalog/table.js'
import { validation } from '../../model/errors.js'
import type { SelectPlan } from '../../partiql/plan-select.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { runSelect } from '../../partiql/run-select.js'
import type { Select } from '../../partiql/statement.js'
import { consumedCapacity } from '../items/consumed-capacity.js'
import { requestDigest } from '../items/request-digest.js'
import { tableOperation, type OperationContext } from '../operation.js'

export const executeStatement = tableOperation('ExecuteStatement', {
  table: (_input, { statement }) => statement.source.table,

  // In the order AWS reports them.
  read(input) {
    const parameters = input.Parameters && readParameters(input.Parameters)
    const statement = readStatement(input.Statement, parameters)
    if (statement.kind === 'exists') {
      throw validation('EXISTS can only be used in ExecuteTransaction write requests.')
    }
    return { input, statement }
  },

  run(ctx, { input, statement }, table) {
    if (statement.kind === 'select') return select(ctx, input, statement, table)
    throw validation('not yet')
  },
})

async function select(
  { items, nextTokens }: OperationContext,
  input: ExecuteStatementInput,
  statement: Select,
  table: Table,
): Promise<ExecuteStatementOutput> {
  const { NextToken: token } = input
  const consistent = input.ConsistentRead === true
  const page = await runSelect(items, table, {
    select: statement,
    consistent,
    limit: input.Limit,
    start: (plan) =>
      token === undefined ? undefined : nextTokens.open(token, digestOf(input, plan)),
  })
  const consumed = consumedTogether(page.work.map((work) => consumedByPage(work, consistent)))
  return {
    Items: page.items,
    ...(page.next && { NextToken: nextTokens.seal(digestOf(input, page.plan), page.next) }),
    ...consumedCapacity(input.ReturnConsumedCapacity, table, consumed),
  }
}

/** What a token is bound to. Tables and indexes are told by what is new for each, even under an old name. */
function digestOf({ Statement, Parameters = [] }: ExecuteStatementInput, { target }: SelectPlan) {
  const { table, space } = target
  return requestDigest({ Statement, Parameters, tableId: table.id, space })
}
