/** Makes the bench's table on a server, through the public API. */
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf, tableName } from './requests.js'

const attempts = 200
const pollMs = 50

export async function prepareTable(url: string): Promise<void> {
  await call(url, 'CreateTable', {
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
  })
  await becomesActive(url)
}

async function becomesActive(url: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await call(url, 'DescribeTable', { TableName: tableName })
    if ((answer as { Table: { TableStatus: string } }).Table.TableStatus === 'ACTIVE') return
    await pause(pollMs)
  }
  throw new Error(`the table was not ACTIVE after ${attempts * pollMs} ms`)
}

async function call(url: string, operation: string, input: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: headersOf(operation),
    body: JSON.stringify(input),
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${body}`)
  return JSON.parse(body)
}
