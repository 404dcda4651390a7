/** Servers that stop in the middle of a delivery, and those that continue it. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Client } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { KinesisStandIn, lendCredentials, streamArn } from '../support/kinesis.js'
import { until } from '../support/until.js'
import { openServerStore, type ServerStore } from '../support/server-store.js'
import { partitionOnly } from '../support/tables.js'
import { startDelivering } from './delivering-server.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('changes')
after(() => kinesis.stop())

const start = (store: ServerStore) => startDelivering(store, kinesis.url)

async function createTable(client: Client, TableName: string): Promise<void> {
  await client.ask('CreateTable', { TableName, ...partitionOnly() })
  const StreamArn = streamArn('changes')
  await client.ask('EnableKinesisStreamingDestination', { TableName, StreamArn })
}

async function putTurns(client: Client, TableName: string, from: number, to: number) {
  for (let turn = from; turn <= to; turn++) {
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'x' }, turn: { N: `${turn}` } } })
  }
}

function expectTurns(tableName: string, count: number): void {
  const turns = kinesis.changesOf(tableName).map((change) => change.dynamodb.NewImage!['turn']!)
  assert.deepEqual(
    turns.map(({ N }) => Number(N)),
    Array.from({ length: count }, (_, i) => i + 1),
  )
}

async function untilRequested(): Promise<void> {
  const before = kinesis.requests.length
  await until(
    () => kinesis.requests.length > before,
    () => 'no attempt',
  )
}

describe('delivery', { skip: engineUnderTest === 'memory' && 'nothing outlives a stop' }, () => {
  it('continues after a restart, and leaves nothing out', async () => {
    const store = await openServerStore()
    const first = await start(store)
    await createTable(first.client, 'restarted')
    await putTurns(first.client, 'restarted', 1, 10)
    await kinesis.untilTaken('restarted', 10)
    kinesis.outage = { type: 'InternalFailure', status: 500 }
    await putTurns(first.client, 'restarted', 11, 20)
    await untilRequested()
    await first.stop()
    kinesis.takesAll()
    const second = await start(store)
    await putTurns(second.client, 'restarted', 21, 30)
    await kinesis.untilTaken('restarted', 30)
    expectTurns('restarted', 30)
    await second.stop()
    await store.remove()
  })
})

const alone = engineUnderTest !== 'postgres' && 'the engine is for one server'

describe('delivery by servers that share a database', { skip: alone }, () => {
  it('is done by one of them for all, and by another when that one stops', async () => {
    const store = await openServerStore()
    const [first, second] = [await start(store), await start(store)]
    await createTable(first.client, 'shared')
    for (let turn = 1; turn <= 20; turn++) {
      const { client } = turn % 2 === 0 ? first : second
      await putTurns(client, 'shared', turn, turn)
    }
    await kinesis.untilTaken('shared', 20)
    await first.stop()
    await putTurns(second.client, 'shared', 21, 30)
    await kinesis.untilTaken('shared', 30)
    expectTurns('shared', 30)
    await second.stop()
    await store.remove()
  })
})
