/** A server that stops in the middle of a delivery goes on with it when it starts again. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { KinesisStandIn, lendCredentials, streamArn, until } from '../support/kinesis.js'
import { openServerStore } from '../support/server-store.js'
import { partitionOnly } from '../support/tables.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('changes')
after(() => kinesis.stop())

describe('delivery', { skip: engineUnderTest === 'memory' && 'nothing outlives a stop' }, () => {
  it('goes on after a restart, and leaves nothing out', async () => {
    const store = await openServerStore()
    const run = async (use: (client: Client) => Promise<void>): Promise<void> => {
      const gramme = createGramme({
        port: 0,
        ...store.options,
        kinesisEndpoint: kinesis.url,
        logLevel: 'silent',
      })
      await gramme.start()
      const client = clientOf(gramme.address, testCredentials)
      await use(client)
      client.sdk.destroy()
      client.streams.destroy()
      await gramme.stop()
    }
    const TableName = 'restarted'
    const put = (client: Client, turn: number) =>
      client.ask('PutItem', { TableName, Item: { pk: { S: 'x' }, turn: { N: String(turn) } } })

    await run(async (client) => {
      await client.ask('CreateTable', { TableName, ...partitionOnly() })
      await client.ask('EnableKinesisStreamingDestination', {
        TableName,
        StreamArn: streamArn('changes'),
      })
      for (let turn = 1; turn <= 10; turn++) await put(client, turn)
      await kinesis.untilTaken(TableName, 10)
      kinesis.outage = { type: 'InternalFailure', status: 500 }
      for (let turn = 11; turn <= 20; turn++) await put(client, turn)
      const before = kinesis.requests.length
      await until(
        () => kinesis.requests.length > before,
        () => 'no attempt',
      )
    })
    kinesis.takesAll()
    await run(async (client) => {
      for (let turn = 21; turn <= 30; turn++) await put(client, turn)
      await kinesis.untilTaken(TableName, 30)
    })
    const turns = kinesis.changesOf(TableName).map((change) => change.dynamodb.NewImage!['turn']!)
    assert.deepEqual(
      turns.map(({ N }) => Number(N)),
      Array.from({ length: 30 }, (_, i) => i + 1),
    )
    await store.remove()
  })
})
