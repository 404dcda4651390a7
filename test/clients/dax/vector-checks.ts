/** Vectors and clients of DAX: what they write is searched over HTTP, also while an index comes and goes. */
import assert from 'node:assert/strict'
import type { Client } from '../../support/client.js'
import { partitionOnly } from '../../support/tables.js'
import { until } from '../../support/until.js'
import { keysOf, near, search } from '../../support/vectors.js'
import type { JavaScriptClient } from './javascript-clients.js'

const TableName = 'Vectors'
const item = (pk: string, x: number) => ({ pk, emb: [x, 0.25] })

export async function checkVectors(dax: JavaScriptClient, client: Client): Promise<void> {
  await client.ask('CreateTable', { TableName, ...partitionOnly() })
  await client.untilActive(TableName)
  const get = async (pk: string) => (await dax.call('get', { TableName, Key: { pk } }))['Item']
  const found = async () => keysOf(await search(client, { TableName }))
  const put = (Item: object) => dax.call('put', { TableName, Item })
  await put(item('before', 5))
  await put({ pk: 'short', emb: [1] })
  assert.deepEqual(await get('before'), item('before', 5))

  await client.ask('UpdateTable', { TableName, VectorIndexUpdates: [{ Create: near() }] })
  await untilBuilt(client)
  assert.deepEqual(await found(), ['before'])
  assert.deepEqual(await get('before'), item('before', 5))

  await put(item('put', 4))
  await dax.call('batchWrite', {
    RequestItems: { [TableName]: [{ PutRequest: { Item: item('batch', 3) } }] },
  })
  await dax.call('transactWrite', {
    TransactItems: [{ Put: { TableName, Item: item('transaction', 2) } }],
  })
  assert.deepEqual(await found(), ['transaction', 'batch', 'put', 'before'])
  await dax.call('update', {
    TableName,
    Key: { pk: 'put' },
    UpdateExpression: 'SET emb[0] = :x',
    ExpressionAttributeValues: { ':x': 1 },
  })
  await dax.call('delete', { TableName, Key: { pk: 'batch' } })
  assert.deepEqual(await found(), ['put', 'transaction', 'before'])
  assert.deepEqual(await get('put'), item('put', 1))

  await refusals(dax)
  const answer = await dax.call('put', {
    TableName,
    Item: item('capacity', 9),
    ReturnConsumedCapacity: 'INDEXES',
  })
  // The protocol has no place for the bytes of vector indexes.
  assert.deepEqual(
    { ...(answer['ConsumedCapacity'] as object) },
    {
      TableName,
      CapacityUnits: 1,
      Table: { CapacityUnits: 1 },
    },
  )

  const Delete = { IndexName: 'near' }
  await client.ask('UpdateTable', { TableName, VectorIndexUpdates: [{ Delete }] })
  await put({ pk: 'put', emb: 'text' })
  assert.deepEqual(await get('put'), { pk: 'put', emb: 'text' })
}

async function refusals(dax: JavaScriptClient): Promise<void> {
  await assert.rejects(dax.call('put', { TableName, Item: { pk: 'a', emb: [1] } }), {
    code: 'ValidationException',
    message: /Invalid size for parameter emb, Expected: 2, Actual: 1 IndexName: near/,
  })
  const index = { TableName, IndexName: 'near' }
  const query = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'a' } }
  await assert.rejects(dax.call('query', { ...index, ...query }), {
    message: /Query operation not supported on this index type/,
  })
  await assert.rejects(dax.call('scan', index), {
    message: /Scan operation not supported on this index type/,
  })
}

async function untilBuilt(client: Client): Promise<void> {
  await until(
    async () => {
      const { VectorIndexes } = await client.untilActive(TableName)
      const [index] = VectorIndexes as readonly { readonly IndexStatus: string }[]
      return index?.IndexStatus === 'ACTIVE'
    },
    () => 'the index is not built',
  )
}
