/**
 * ExecuteTransaction: up to 100 statements, all reads or all writes, that succeed or fail together.
 */
import type {
  ExecuteTransactionInput,
  ExecuteTransactionOutput,
} from '../../api/generated/dynamodb-types.js'
import { asOfStatements } from '../../capacity/units.js'
import type { FindTable } from '../../catalog/table.js'
import type { RequestToken } from '../../items/write/request-token.js'
import {
  checkTransactedStatement,
  checkTransaction,
  inStatement,
  type TransactedStatements,
} from '../../partiql/check-transaction.js'
import { readParameters } from '../../partiql/read-parameters.js'
import { readStatement } from '../../partiql/read-statement.js'
import { runReads, runWrites } from '../../partiql/run-transaction.js'
import type { Statement } from '../../partiql/statement.js'
import { consumedByTransaction } from './items/consumed-by-tables.js'
import { showsItemOnFailure } from './items/read-condition.js'
import { requestDigest } from '../request-digest.js'
import { operation, type OperationContext, type RequestContext, type Result } from '../operation.js'
import { statementAccess } from './statements/statement-access.js'
import { statementDemand } from './statements/statement-demand.js'
import { tablesByName } from './statements/tables-by-name.js'

export const executeTransaction = operation('dynamodb.ExecuteTransaction', {
  read(input, ctx) {
    const transaction = readStatements(input)
    return { input, transaction, token: readToken(input, ctx) }
  },

  tables: ({ transaction }) => transaction.statements.map(tableIn),
  toleratesMissing: true,

  access: (ctx, { input, transaction }) =>
    transaction.statements.map((statement, i) => {
      const { ReturnValuesOnConditionCheckFailure } = input.TransactStatements[i]!
      const enclosingOperation = 'ExecuteTransaction'
      return statementAccess(ctx, statement, {
        ReturnValuesOnConditionCheckFailure,
        enclosingOperation,
      })
    }),

  demands: ({ transaction: { statements } }, tables) =>
    statements.map((statement, i) => {
      const table = tables[i]
      return table && statementDemand(statement, table)
    }),

  run(ctx, { input, transaction, token }, tables) {
    const findTable = tablesByName(transaction.statements.map(tableIn), tables)
    return transaction.kind === 'reads'
      ? read(ctx, input, transaction.statements, findTable)
      : write(ctx, { input, statements: transaction.statements, token }, findTable)
  },
})

function tableIn(statement: Statement): string {
  return (statement.kind === 'exists' ? statement.select : statement).source.table
}

/** AWS: the parameters of all statements are checked first, and their faults name no statement. */
function readStatements({ TransactStatements }: ExecuteTransactionInput): TransactedStatements {
  const parameters = TransactStatements.map(({ Parameters }) =>
    Parameters === undefined ? undefined : readParameters(Parameters),
  )
  const statements = TransactStatements.map(({ Statement }, i) =>
    inStatement(i, () => {
      const statement = readStatement(Statement, parameters[i])
      checkTransactedStatement(statement)
      return statement
    }),
  )
  return checkTransaction(
    statements,
    parameters.map((values = []) => values),
  )
}

function readToken(
  { ClientRequestToken: text, TransactStatements }: ExecuteTransactionInput,
  { caller, clock }: RequestContext,
): RequestToken | undefined {
  if (text === undefined) return undefined
  const digest = requestDigest(TransactStatements)
  return { kind: 'statements', scope: caller, text, digest, nowMs: clock.now() }
}

type Reads = Extract<TransactedStatements, { kind: 'reads' }>['statements']
type Writes = Extract<TransactedStatements, { kind: 'writes' }>['statements']

async function read(
  ctx: OperationContext,
  input: ExecuteTransactionInput,
  selects: Reads,
  findTable: FindTable,
): Promise<Result<ExecuteTransactionOutput>> {
  const { items, work } = await runReads(ctx.items, selects, findTable)
  const output = {
    Responses: items.map((item) => ({ Item: item })),
    ...consumedByTransaction(input.ReturnConsumedCapacity, work),
  }
  return { output, work }
}

interface TransactedWrites {
  readonly input: ExecuteTransactionInput
  readonly statements: Writes
  readonly token: RequestToken | undefined
}

async function write(
  ctx: OperationContext,
  { input, statements, token }: TransactedWrites,
  findTable: FindTable,
): Promise<Result<ExecuteTransactionOutput>> {
  const writes = statements.map((statement, i) => {
    return { statement, showItemOnFailure: showsItemOnFailure(input.TransactStatements[i]!) }
  })
  const outcome = await runWrites(ctx.items, writes, findTable, token)
  const work = asOfStatements(outcome.work)
  const consumed = consumedByTransaction(input.ReturnConsumedCapacity, work)
  return { output: { Responses: [], ...consumed }, work }
}
