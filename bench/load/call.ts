/** Single calls of the public API, for a bench's preparations. */
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf } from './request.js'
import { signed, type SigningCredentials } from './sign.js'

const attempts = 200
const pollMs = 50

/** Creates a table with keys `pk` and `sk`, both strings, and waits until it is ACTIVE. */
export async function createTable(
  url: string,
  tableName: string,
  rest = {},
  credentials?: SigningCredentials,
): Promise<void> {
  const input = {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    ...rest,
  }
  await call(url, 'CreateTable', input, credentials)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await call(url, 'DescribeTable', { TableName: tableName }, credentials)
    if ((answer as { Table: { TableStatus: string } }).Table.TableStatus === 'ACTIVE') return
    await pause(pollMs)
  }
  throw new Error(`the table was not ACTIVE after ${attempts * pollMs} ms`)
}

export async function call(
  url: string,
  operation: string,
  input: object,
  credentials?: SigningCredentials,
): Promise<unknown> {
  const content = JSON.stringify(input)
  const headers = { host: new URL(url).host, ...headersOf(operation) }
  const answer = await fetch(url, {
    method: 'POST',
    headers:
      credentials === undefined
        ? headers
        : signed({ headers, body: content, service: 'dynamodb' }, credentials),
    body: content,
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${body}`)
  return JSON.parse(body)
}
