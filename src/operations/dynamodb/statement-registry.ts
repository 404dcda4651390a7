/** The operations of PartiQL statements, loaded with the first of them: the parser is large. */
import type { Operation } from '../operation.js'
import { batchExecuteStatement } from './batch-execute-statement.js'
import { executeStatement } from './execute-statement.js'
import { executeTransaction } from './execute-transaction.js'

export const statementOperations: readonly Operation[] = [
  batchExecuteStatement,
  executeStatement,
  executeTransaction,
]
