import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { jsonCall } from '../operations/json-call-suite.js'
import { openDatabase, type OpenedDatabase } from './open-database.js'
import { readOptions } from './options.js'

type Json = Readonly<Record<string, unknown>>

async function asked(
  { dispatcher }: OpenedDatabase,
  operation: string,
  input: Json,
): Promise<unknown> {
  return JSON.parse(JSON.stringify(await dispatcher.dispatch(jsonCall(operation, input))))
}

describe('a database on disk', () => {
  it('does not apply a transaction twice, even after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-'))
    const settings = readOptions({ dataDir, tableTransitionMs: 0 })
    const Key = { pk: { S: 'a' } }
    const transaction = {
      ClientRequestToken: 'token',
      TransactItems: [
        {
          Update: {
            TableName: 'counters',
            Key,
            UpdateExpression: 'ADD n :n',
            ExpressionAttributeValues: { ':n': { N: '1' } },
          },
        },
      ],
    }
    const first = await openDatabase(settings)
    await asked(first, 'CreateTable', {
      TableName: 'counters',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await asked(first, 'TransactWriteItems', transaction)
    await first.close()
    const second = await openDatabase(settings)
    await asked(second, 'TransactWriteItems', transaction)
    const found = await asked(second, 'GetItem', { TableName: 'counters', Key })
    assert.deepEqual(found, { Item: { ...Key, n: { N: '1' } } })
    await second.close()
    await rm(dataDir, { recursive: true })
  })
})
