/** A global table of two deployments, in this process: made, written on both sides, cut off, healed, removed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import {
  itemsOf,
  keyedByText,
  link,
  put,
  remove,
  replicate,
  statuses,
  untilEqual,
  untilStatus,
  type Pair,
} from './linked-pair.js'

const quiet = { port: 0, inMemory: true, logLevel: 'silent' } as const

describe('a global table of two deployments', () => {
  const servers = [createGramme(quiet), createGramme(quiet)] as const
  let pair: Pair
  before(async () => {
    for (const server of servers) await server.start()
    const [here, there] = servers
    pair = await link(here.address, there.address)
  })
  after(async () => {
    pair.close()
    for (const server of servers) await server.stop()
  })

  const table = async (name: string) => {
    await pair.here.client.ask('CreateTable', { TableName: name, ...keyedByText })
    for (let n = 0; n < 30; n++) await put(pair.here, name, `item ${n}`, n)
    await replicate(pair, name)
    return name
  }

  it('has the items of the first, and changes go both ways', async () => {
    const name = await table('orders')
    assert.match(await untilEqual(pair, name), /^item 0=0 .* item 9=9$/)
    await put(pair.here, name, 'from here', 1)
    await put(pair.there, name, 'from there', 2)
    await remove(pair.there, name, 'item 0')
    const items = await untilEqual(pair, name)
    assert.match(items, /^from here=1 from there=2 item 1/)
  })

  it('is written on both sides while they cannot reach each other, and is the same afterwards', async () => {
    const name = await table('carts')
    const { here, there } = pair
    for (const { line } of [here, there]) line.cut()
    for (let n = 0; n < 50; n++) {
      await put(here, name, `item ${n}`, 1000 + n)
      await put(there, name, `item ${n + 20}`, 2000 + n)
      if (n % 7 === 0) await remove(there, name, `item ${n}`)
    }
    assert.notEqual(await itemsOf(here, name), await itemsOf(there, name))
    for (const { line } of [here, there]) line.mend()
    const items = await untilEqual(pair, name)
    assert.match(items, /item 69=2049/)
    assert.doesNotMatch(items, /item 0=/)
  })

  it('refuses a change that the other side cannot be told, and says why', async () => {
    const name = await table('locked')
    const { here, there } = pair
    there.line.cut()
    const { message } = await here.client.call('UpdateTable', {
      TableName: name,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
    })
    assert.match(message ?? '', /Failed to access the region: ‘eu-west-1’\. http/)
    await here.client.ask('CreateTable', { TableName: 'lonely', ...keyedByText })
    const ReplicaUpdates = [{ Create: { RegionName: 'eu-west-1' } }]
    const added = await here.client.call('UpdateTable', { TableName: 'lonely', ReplicaUpdates })
    assert.match(added.message ?? '', /Failed to access the region: ‘eu-west-1’\. http/)
    assert.equal(await statuses(here, 'lonely'), 'ACTIVE')
    there.line.mend()
  })

  it('is refused where a table of that name exists', async () => {
    const { here, there } = pair
    for (const { client } of [here, there]) {
      await client.ask('CreateTable', { TableName: 'taken', ...keyedByText })
    }
    const ReplicaUpdates = [{ Create: { RegionName: 'eu-west-1' } }]
    const { message } = await here.client.call('UpdateTable', {
      TableName: 'taken',
      ReplicaUpdates,
    })
    assert.match(message ?? '', /because one or more replicas already existed as tables/)
  })

  it('has the same settings on both sides', async () => {
    const name = await table('settled')
    const { here, there } = pair
    await there.client.ask('UpdateTable', {
      TableName: name,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'n', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-n',
            KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    await untilStatus(there, name, 'ACTIVE, us-east-1 ACTIVE')
    await untilStatus(here, name, 'ACTIVE, eu-west-1 ACTIVE')
    const { Items } = await here.client.ask('Query', {
      TableName: name,
      IndexName: 'by-n',
      KeyConditionExpression: 'n = :n',
      ExpressionAttributeValues: { ':n': { N: '3' } },
    })
    assert.deepEqual(Items, [{ pk: { S: 'item 3' }, n: { N: '3' } }])
  })

  it('is a table of one region again once the other is removed', async () => {
    const name = await table('short')
    const { here, there } = pair
    const ReplicaUpdates = [{ Delete: { RegionName: 'eu-west-1' } }]
    await here.client.ask('UpdateTable', { TableName: name, ReplicaUpdates })
    await untilStatus(here, name, 'ACTIVE')
    await untilStatus(there, name, 'ResourceNotFoundException')
    await put(here, name, 'after', 1)
    await replicate(pair, name)
    assert.match(await untilEqual(pair, name), /after=1/)
    await there.client.ask('DeleteTable', { TableName: name })
    await untilStatus(here, name, 'ACTIVE')
  })
})
