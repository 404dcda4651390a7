/**
 * PartiQL through the AWS SDK: statements are run and refused through it, so that what users have
 * is what is tested. Requests that the SDK would not write use `Client.call`.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  BatchExecuteStatementCommand,
  DynamoDBServiceException,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  type AttributeValue,
  type BatchExecuteStatementCommandInput,
  type BatchStatementRequest,
  type ExecuteStatementCommandInput,
  type ExecuteStatementCommandOutput,
  type ExecuteTransactionCommandInput,
  type ParameterizedStatement,
} from '@aws-sdk/client-dynamodb'
import type { Client } from './client.js'
import type { Message } from './expect.js'
import type { Item, Value } from './items.js'

export type Options = Partial<ExecuteStatementCommandInput>

/** A statement alone, or with its parameters and any other field of a member. */
export type Member<Request> = string | (Partial<Request> & { readonly Statement: string })

export interface Answer extends Omit<ExecuteStatementCommandOutput, 'Items'> {
  readonly Items: readonly Item[]
}

type Run<Result> = (
  statement: string,
  parameters?: readonly Value[],
  options?: Options,
) => Promise<Result>

export interface Statements {
  readonly run: Run<Answer>
  /** The items of one answer. */
  readonly items: Run<Answer['Items']>
  /** The items of all answers, page by page. */
  readonly pages: Run<readonly Answer['Items'][]>
  readonly batch: (
    members: readonly Member<BatchStatementRequest>[],
    options?: Partial<BatchExecuteStatementCommandInput>,
  ) => ReturnType<typeof sendBatch>
  readonly transact: (
    members: readonly Member<ParameterizedStatement>[],
    options?: Partial<ExecuteTransactionCommandInput>,
  ) => ReturnType<typeof sendTransaction>
}

export function statementsOf(client: Client): Statements {
  const statements: Statements = {
    async run(Statement, parameters, options = {}) {
      const given = parameters === undefined ? {} : { Parameters: valuesOf(parameters) }
      const input = { Statement, ...given, ...options }
      const answer = await client.sdk.send(new ExecuteStatementCommand(input))
      return { ...answer, Items: answer.Items as unknown as Item[] }
    },
    async items(...request) {
      return (await statements.run(...request)).Items
    },
    async pages(statement, parameters, options = {}) {
      const pages: Answer['Items'][] = []
      let position: Options = {}
      do {
        const answer = await statements.run(statement, parameters, { ...options, ...position })
        pages.push(answer.Items)
        assert.ok(pages.length < 1000, 'pages without end')
        position = answer.NextToken === undefined ? {} : { NextToken: answer.NextToken }
      } while (position.NextToken !== undefined)
      return pages
    },
    batch: (members, options = {}) => sendBatch(client, members, options),
    transact: (members, options = {}) => sendTransaction(client, members, options),
  }
  return statements
}

function sendBatch(
  client: Client,
  members: readonly Member<BatchStatementRequest>[],
  options: Partial<BatchExecuteStatementCommandInput>,
) {
  const Statements = members.map(memberOf)
  return client.sdk.send(new BatchExecuteStatementCommand({ Statements, ...options }))
}

function sendTransaction(
  client: Client,
  members: readonly Member<ParameterizedStatement>[],
  options: Partial<ExecuteTransactionCommandInput>,
) {
  const TransactStatements = members.map(memberOf)
  return client.sdk.send(new ExecuteTransactionCommand({ TransactStatements, ...options }))
}

function memberOf<Request>(member: Member<Request>) {
  return typeof member === 'string' ? { Statement: member } : member
}

/** Converts the tests' attribute values to the SDK's type. */
export const valuesOf = (values: readonly Value[]): AttributeValue[] =>
  values as unknown as AttributeValue[]

/** Awaits the error of a request; its type is ValidationException unless given. */
export async function refusal(
  answer: Promise<unknown>,
  message: Message,
  type = 'ValidationException',
): Promise<DynamoDBServiceException> {
  const error = await errorOf(answer)
  assert.equal(
    `${error.name}: ${messageIn(error, message)}`,
    `${type}: ${expected(error, message)}`,
  )
  assert.equal(error.$metadata.httpStatusCode, 400)
  return error
}

async function errorOf(answer: Promise<unknown>): Promise<DynamoDBServiceException> {
  try {
    assert.fail(`not refused, but answered: ${JSON.stringify(await answer)}`)
  } catch (error) {
    if (error instanceof DynamoDBServiceException) return error
    throw error
  }
}

const messageIn = (error: DynamoDBServiceException, message: Message): string =>
  message === null ? '' : error.message

/**
 * If the message is a pattern that matches, returns the error's own message, so that it compares
 * equal.
 */
function expected(error: DynamoDBServiceException, message: Message): string {
  if (message instanceof RegExp)
    return message.test(error.message) ? error.message : String(message)
  return message ?? ''
}

/** Name, statement, message, and optionally the parameters and the error type. */
export type RefusedStatement = readonly [
  name: string,
  statement: string,
  message: Message,
  parameters?: readonly Value[],
  type?: string,
]

/** Adds one test for each row: ExecuteStatement refuses the statement as the row says. */
export function checkRefused(statements: Statements, rows: readonly RefusedStatement[]): void {
  for (const [name, statement, message, parameters, type] of rows) {
    it(name, async () => {
      await refusal(statements.run(statement, parameters), message, type)
    })
  }
}

/** Line, column and length with which errors point at the first `token` after `after`. */
export function at(statement: string, token: string, after = ''): string {
  const start = statement.indexOf(token, after === '' ? 0 : statement.indexOf(after) + after.length)
  assert.ok(start >= 0, `${token} in ${statement}`)
  const before = statement.slice(0, start).split('\n')
  return `${before.length}:${before.at(-1)!.length + 1}:${token.length}`
}

/** The message for statements that cannot be parsed; `detail` may be empty. */
export const malformed = (detail: string): string =>
  `Statement wasn't well formed, can't be processed: ${detail}`

export const operandType = (operator: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`
export const operandCount = (operator: string, count: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${operator}, number of operands: ${count}`

export const duplicateItem = 'Duplicate primary key exists in table'
export const mandatoryKey =
  'Where clause does not contain a mandatory equality on all key attributes'
export const parameterCount = "Number of parameters in request and statement don't match."
export const batchNeedsKey =
  'Select statements within BatchExecuteStatement must specify the primary key in the where clause.'
export const existsOutside = 'EXISTS can only be used in ExecuteTransaction write requests.'
