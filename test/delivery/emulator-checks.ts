/**
 * What holds for delivery to any implementation of Kinesis that is not ours: each check creates a
 * stream there, writes to tables here, and reads the stream with the AWS SDK.
 */
import assert from 'node:assert/strict'
import type { Client, Json } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { KinesisReader, type ReadRecord } from '../support/kinesis-reader.js'
import { openServerStore } from '../support/server-store.js'
import { composite, partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { startDelivering } from './delivering-server.js'

export interface EmulatorCheck {
  readonly name: string
  readonly run: (url: string) => Promise<void>
}

interface Delivery {
  readonly reader: KinesisReader
  readonly client: Client
  /** Stops the server and starts another on its store. */
  readonly restart: () => Promise<Client>
}

async function withDelivery(url: string, check: (delivery: Delivery) => Promise<void>) {
  const store = await openServerStore()
  const reader = new KinesisReader(url)
  let server = await startDelivering(store, url)
  const restart = async (): Promise<Client> => {
    await server.stop()
    server = await startDelivering(store, url)
    return server.client
  }
  try {
    await check({ reader, client: server.client, restart })
  } finally {
    reader.close()
    await server.stop()
    await store.remove()
  }
}

const check = (name: string, run: (delivery: Delivery) => Promise<void>): EmulatorCheck => ({
  name,
  run: (url) => withDelivery(url, run),
})

interface Names {
  readonly TableName: string
  readonly StreamArn: string
}

const stateOf = async (client: Client, { TableName, StreamArn }: Names): Promise<Json> => {
  const answer = await client.ask('DescribeKinesisStreamingDestination', { TableName })
  const all = answer['KinesisDataStreamDestinations'] as readonly Json[]
  return all.find((each) => each['StreamArn'] === StreamArn)!
}

async function untilState(client: Client, names: Names, state: string): Promise<void> {
  await until(
    async () => (await stateOf(client, names))['DestinationStatus'] === state,
    async () => JSON.stringify(await stateOf(client, names)),
  )
}

async function enable(client: Client, names: Names, more: Json = {}): Promise<void> {
  await client.ask('EnableKinesisStreamingDestination', { ...names, ...more })
  await untilState(client, names, 'ACTIVE')
}

async function disable(client: Client, names: Names): Promise<void> {
  await client.ask('DisableKinesisStreamingDestination', { ...names })
  await untilState(client, names, 'DISABLED')
}

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

async function putTurns(client: Client, TableName: string, from: number, to: number) {
  for (let turn = from; turn <= to; turn++) {
    const put = (pk: string) =>
      client.ask('PutItem', { TableName, Item: { pk: { S: pk }, turn: { N: `${turn}` } } })
    await Promise.all(items.map(put))
  }
}

function expectTurns(records: readonly ReadRecord[], turns: readonly number[]): void {
  for (const pk of items) {
    const seen = records
      .filter(({ change }) => change.dynamodb.Keys['pk']!['S'] === pk)
      .map(({ change }) => Number(change.dynamodb.NewImage!['turn']!['N']))
    assert.deepEqual(seen, turns, `the changes of ${pk}`)
  }
}

const countTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

export const emulatorChecks: readonly EmulatorCheck[] = [
  check('describes an insert, a modification and a removal', async ({ reader, client }) => {
    const StreamArn = await reader.createStream('kinds', 1)
    const TableName = await client.createTable(composite())
    await enable(client, { TableName, StreamArn })
    const Key = { pk: { S: 'p' }, sk: { S: 's' } }
    await client.ask('PutItem', { TableName, Item: { ...Key, n: { N: '1' } } })
    await client.ask('PutItem', { TableName, Item: { ...Key, n: { N: '22' }, é: { S: '😀' } } })
    await client.ask('DeleteItem', { TableName, Key })
    const records = await reader.untilRecords('kinds', 3)
    const [first, second] = [
      { ...Key, n: { N: '1' } },
      { ...Key, n: { N: '22' }, é: { S: '😀' } },
    ]
    assert.deepEqual(
      records.map(({ change: { eventName, dynamodb } }) => {
        const { Keys, NewImage, OldImage, SizeBytes } = dynamodb
        return { eventName, Keys, NewImage, OldImage, SizeBytes }
      }),
      [
        { eventName: 'INSERT', Keys: Key, NewImage: first, OldImage: undefined, SizeBytes: 15 },
        { eventName: 'MODIFY', Keys: Key, NewImage: second, OldImage: first, SizeBytes: 30 },
        { eventName: 'REMOVE', Keys: Key, NewImage: undefined, OldImage: second, SizeBytes: 21 },
      ],
    )
    for (const { change } of records) {
      assert.equal(change.tableName, TableName)
      assert.equal(change.awsRegion, client.region)
      assert.equal(change.recordFormat, 'application/json')
      assert.equal(change.eventSource, 'aws:dynamodb')
      assert.equal(String(change.dynamodb.ApproximateCreationDateTime).length, 13)
    }
  }),

  check('spreads items over the shards, each in order', async ({ reader, client }) => {
    const StreamArn = await reader.createStream('spread', 3)
    const TableName = await client.createTable(partitionOnly())
    await enable(client, { TableName, StreamArn })
    await putTurns(client, TableName, 1, 6)
    const records = await reader.untilRecords('spread', 6 * items.length)
    expectTurns(records, countTo(6))
    const places = new Map<string, Set<string>>()
    for (const { shard, partitionKey } of records) {
      places.set(partitionKey, (places.get(partitionKey) ?? new Set()).add(shard))
    }
    assert.equal(places.size, items.length)
    assert.ok(
      [...places.values()].every((shards) => shards.size === 1),
      'an item has one shard',
    )
    assert.ok(new Set(records.map(({ shard }) => shard)).size > 1, 'several shards are used')
  }),

  check('has the precision that was asked for', async ({ reader, client }) => {
    const StreamArn = await reader.createStream('precise', 1)
    const TableName = await client.createTable(partitionOnly())
    const micros = { ApproximateCreationDateTimePrecision: 'MICROSECOND' }
    const millis = { ApproximateCreationDateTimePrecision: 'MILLISECOND' }
    const names = { TableName, StreamArn }
    await enable(client, names, { EnableKinesisStreamingConfiguration: micros })
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'micros' } } })
    await reader.untilRecords('precise', 1)
    const configuration = { UpdateKinesisStreamingConfiguration: millis }
    await client.ask('UpdateKinesisStreamingDestination', { ...names, ...configuration })
    await untilState(client, names, 'ACTIVE')
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'millis' } } })
    const records = await reader.untilRecords('precise', 2)
    const times = records.map(({ change: { dynamodb } }) => [
      dynamodb.ApproximateCreationDateTimePrecision,
      String(dynamodb.ApproximateCreationDateTime).length,
    ])
    assert.deepEqual(times, [
      ['MICROSECOND', 16],
      ['MILLISECOND', 13],
    ])
  }),

  check('pauses while it is disabled', async ({ reader, client }) => {
    const StreamArn = await reader.createStream('paused', 2)
    const TableName = await client.createTable(partitionOnly())
    const names = { TableName, StreamArn }
    await enable(client, names)
    await putTurns(client, TableName, 1, 2)
    await disable(client, names)
    await putTurns(client, TableName, 3, 4)
    await enable(client, names)
    await putTurns(client, TableName, 5, 6)
    expectTurns(await reader.untilRecords('paused', 4 * items.length), [1, 2, 5, 6])
  }),

  check('fails if there is no such stream, and can be tried again', async ({ reader, client }) => {
    const other = await reader.createStream('other', 1)
    const TableName = await client.createTable(partitionOnly())
    const names = { TableName, StreamArn: other.replace(/other$/, 'late') }
    await client.ask('EnableKinesisStreamingDestination', names)
    await untilState(client, names, 'ENABLE_FAILED')
    assert.equal(
      (await stateOf(client, names))['DestinationStatusDescription'],
      'User does not have a permission to use kinesis stream',
    )
    await reader.createStream('late', 1)
    await enable(client, names)
    await putTurns(client, TableName, 1, 1)
    expectTurns(await reader.untilRecords('late', items.length), [1])
  }),

  ...(engineUnderTest === 'memory' ? [] : [continuesAfterRestart()]),
]

function continuesAfterRestart(): EmulatorCheck {
  return check('continues after a restart', async ({ reader, client, restart }) => {
    const StreamArn = await reader.createStream('restarted', 2)
    const TableName = await client.createTable(partitionOnly())
    await enable(client, { TableName, StreamArn })
    await putTurns(client, TableName, 1, 3)
    const next = await restart()
    await putTurns(next, TableName, 4, 6)
    expectTurns(await reader.untilRecords('restarted', 6 * items.length), countTo(6))
  })
}
