/** ExecuteStatement: one statement. */
import { validation, resourceNotFound } from '../../model/errors.js'
import { existsOutsideTransaction } from '../../partiql/check-batch.js'
import { checkWriteStatement } from '../../partiql/plan-write.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { foundTablesOperation } from '../operation.js'
import { executeWrite } from '../statements/execute-write.js'

export const executeStatement = foundTablesOperation('ExecuteStatement', {
  read(input) {
    const parameters = input.Parameters && readParameters(input.Parameters)
    const statement = readStatement(input.Statement, parameters)
    if (statement.kind === 'exists') throw existsOutsideTransaction()
    if (statement.kind === 'select') throw validation('SELECT is not part of this build')
    checkWriteStatement(statement)
    return { input, statement }
  },

  tables: ({ statement }) => [statement.source.table],

  async run(ctx, { input, statement }, findTable) {
    const table = findTable(statement.source.table)
    if (table === undefined) throw resourceNotFound()
    return executeWrite(ctx, input, statement, table)
  },
})
