/**
 * One idempotency token and several servers: the transaction is applied once, whichever servers get
 * it.
 */
import assert from 'node:assert/strict'
import type { Client, Json } from '../support/client.js'
import type { SeveralServers } from '../support/several-servers.js'
import { partitionOnly } from '../support/tables.js'

const transactions = 20
/** The errors that a transaction may get while another with its token is running. */
const overtaken = ['TransactionInProgressException', 'TransactionCanceledException']

export async function proveTokens({ each, spread }: SeveralServers): Promise<void> {
  const TableName = await spread.createTable(partitionOnly())
  for (let n = 0; n < transactions; n++) {
    const input = increment(TableName, `token-${n}`, 1)
    const answers = await Promise.all(
      each.map((client) => client.call('TransactWriteItems', input)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length < each.length, 'one of them was applied')
    for (const { type, message } of refused) assert.ok(overtaken.includes(type ?? ''), message)
    await repeatEverywhere(each, input)
    assert.equal(await counted(spread, TableName), n + 1)
    await requireMismatch(spread, increment(TableName, `token-${n}`, 2))
  }
}

async function repeatEverywhere(each: readonly Client[], input: Json): Promise<void> {
  for (const client of each) await client.ask('TransactWriteItems', input)
}

async function requireMismatch(client: Client, input: Json): Promise<void> {
  const { type } = await client.call('TransactWriteItems', input)
  assert.equal(type, 'IdempotentParameterMismatchException')
}

async function counted(client: Client, TableName: string): Promise<number> {
  const input = { TableName, Key: { pk: { S: 'counter' } }, ConsistentRead: true }
  const { Item } = (await client.ask('GetItem', input)) as { Item: { n: { N: string } } }
  return Number(Item.n.N)
}

function increment(TableName: string, ClientRequestToken: string, by: number): Json {
  const Update = {
    TableName,
    Key: { pk: { S: 'counter' } },
    UpdateExpression: 'ADD n :by',
    ExpressionAttributeValues: { ':by': { N: String(by) } },
  }
  return { ClientRequestToken, TransactItems: [{ Update }] }
}
