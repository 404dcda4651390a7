/** ExecuteStatement: one PartiQL statement: a page of a SELECT, or a single write. */
import { existsOutsideTransaction } from '../../partiql/check-batch.js'
import { checkWriteStatement } from '../../partiql/plan-write.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { operation } from '../operation.js'
import { executeSelect } from './statements/execute-select.js'
import { executeWrite } from './statements/execute-write.js'
import { statementAccess } from './statements/statement-access.js'
import { statementDemand } from './statements/statement-demand.js'

export const executeStatement = operation('dynamodb.ExecuteStatement', {
  // In the order AWS reports them.
  read(input) {
    const parameters = input.Parameters && readParameters(input.Parameters)
    const statement = readStatement(input.Statement, parameters)
    if (statement.kind === 'exists') throw existsOutsideTransaction()
    if (statement.kind !== 'select') checkWriteStatement(statement)
    return { input, statement }
  },

  tables: ({ statement }) => [statement.source.table],

  access: (ctx, { input, statement }) => [statementAccess(ctx, statement, input)],

  demands: ({ statement }, [table]) => [statementDemand(statement, table)],

  run(ctx, { input, statement }, [table]) {
    return statement.kind === 'select'
      ? executeSelect(ctx, input, statement, table)
      : executeWrite(ctx, input, statement, table)
  },
})
