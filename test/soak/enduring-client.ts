/**
 * A client that outlives servers: a request that gets no answer is reported like one that was
 * refused, and one that must succeed is repeated. It measures every answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams'
import {
  clientOf,
  newTableName,
  testCredentials,
  type CallAnswer,
  type Client,
  type Json,
} from '../support/client.js'

const pauseMs = 50
const sdkAttempts = 40
/** A server is replaced within seconds: after this long it will not come back. */
const patienceMs = 120_000

/** Called with the time that each answered request took. */
export type OnAnswer = (tookMs: number) => void

export function enduringClient(url: string, onAnswer: OnAnswer): Client {
  const inner = clientOf({ url }, testCredentials)
  const { region, ...credentials } = testCredentials
  const sdk = { endpoint: url, region, credentials, maxAttempts: sdkAttempts }
  const call: Client['call'] = async (operation, body) => {
    const startedAt = performance.now()
    try {
      const answer = await inner.call(operation, body)
      onAnswer(performance.now() - startedAt)
      return answer
    } catch (error) {
      if (!isLostConnection(error)) throw error
      await pause(pauseMs)
      return noAnswer
    }
  }
  const ask: Client['ask'] = (operation, body) => insist(call, operation, body)
  const untilActive: Client['untilActive'] = async (TableName) => {
    for (;;) {
      const { Table } = (await ask('DescribeTable', { TableName })) as { readonly Table: Json }
      if (Table['TableStatus'] === 'ACTIVE') return Table
      await pause(pauseMs)
    }
  }
  const createTable: Client['createTable'] = async (shape) => {
    const TableName = newTableName('soak')
    await ask('CreateTable', { TableName, ...shape })
    await untilActive(TableName)
    return TableName
  }
  const streams = new DynamoDBStreams(sdk)
  return { ...inner, streams, call, ask, untilActive, createTable }
}

const noAnswer: CallAnswer = {
  status: 503,
  type: 'ServiceUnavailable',
  message: 'no answer',
  body: {},
  headers: {},
}

/** After a request without an answer, these say that it did happen. */
const happened = new Set(['ResourceInUseException', 'ValidationException'])

async function insist(call: Client['call'], operation: string, body: Json): Promise<Json> {
  const giveUpAt = performance.now() + patienceMs
  for (let attempt = 0; ; attempt++) {
    const answer = await call(operation, body)
    if (answer.status === 200) return answer.body
    if (attempt > 0 && answer.type !== undefined && happened.has(answer.type)) return {}
    if (answer.status < 500 || performance.now() > giveUpAt) {
      throw new Error(`${operation} answered ${answer.status} ${answer.type}: ${answer.message}`)
    }
    await pause(pauseMs)
  }
}

const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code))
}
