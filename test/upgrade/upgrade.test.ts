/**
 * A store that an older version wrote, opened by the current server: everything in it is present
 * and works, and `gramme verify` finds no fault afterwards. On PostgreSQL it is copied there first.
 *
 * The clock is set back to when the store was written, so that its stream, its tokens and its
 * expiring items are as old as they were then.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { createGramme } from '../../src/server/gramme.js'
import { copyData } from '../../src/server/copy-data.js'
import { verify } from '../crash/server-process.js'
import { clientOf, testCredentials, type Json } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { postgresDatabase } from '../support/postgres.js'
import { latestStream, recordsOf } from '../support/streams.js'
import {
  allTypes,
  order,
  orderCount,
  sessionSeconds,
  streamedChanges,
  transfer,
  type FixtureNotes,
} from './stored-tables.js'

/** Seen from `dist/test/upgrade/`. */
const fixtures = fileURLToPath(new URL('../../../test/upgrade/fixtures/', import.meta.url))

interface OpenedStore {
  /** The store as `gramme verify` takes it. */
  readonly place: string
  readonly options: { readonly dataDir: string } | { readonly engine: string }
}

async function unpack(name: string): Promise<OpenedStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-upgrade-'))
  after(() => rm(dataDir, { recursive: true }))
  const packed = await readFile(`${fixtures}${name}.mdb.br`)
  await writeFile(join(dataDir, 'data.mdb'), brotliDecompressSync(packed))
  if (engineUnderTest !== 'postgres') return { place: dataDir, options: { dataDir } }
  const database = await postgresDatabase()
  after(() => database.remove())
  await copyData({ dataDir }, { engine: database.url })
  return { place: database.url, options: { engine: database.url } }
}

/** Other files run in this process after this one, by the right time. */
function setClockTo(timeMs: number): void {
  const now = Date.now
  const behindMs = now() - timeMs
  Date.now = () => now() - behindMs
  after(() => {
    Date.now = now
  })
}

async function open(name: string) {
  const store = await unpack(name)
  const notes = JSON.parse(await readFile(`${fixtures}${name}.json`, 'utf8')) as FixtureNotes
  setClockTo(notes.beganAtMs + (sessionSeconds + 30) * 1000)
  const gramme = createGramme({ port: 0, ttlSweepIntervalMs: 50, ...store.options })
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  after(() => {
    client.sdk.destroy()
    client.streams.destroy()
  })
  return { gramme, client, place: store.place }
}

describe('a store of the first format', async () => {
  const { gramme, client, place } = await open('first-format')
  const ask = (operation: string, body: Json) => client.ask(operation, body)
  const TableName = 'orders'
  /** Returns how many entries a query finds, with these names and values. */
  const query = async (IndexName: string, KeyConditionExpression: string, ...named: Json[]) => {
    const all = Object.entries(Object.assign({}, ...named) as Json)
    const names = all.filter(([name]) => name.startsWith('#'))
    const { Count } = await ask('Query', {
      TableName,
      IndexName,
      KeyConditionExpression,
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ExpressionAttributeValues: Object.fromEntries(all.filter(([name]) => name.startsWith(':'))),
    })
    return Count
  }

  it('still has its items, of every type', async () => {
    const { pk, sk } = allTypes
    assert.deepEqual((await ask('GetItem', { TableName, Key: { pk, sk } }))['Item'], allTypes)
    assert.equal((await ask('Scan', { TableName }))['Count'], orderCount + 1)
    const { pk: partition, sk: sort, ...rest } = order(7)
    const answer = await ask('GetItem', { TableName, Key: { pk: partition, sk: sort } })
    assert.deepEqual(answer['Item'], { pk: partition, sk: sort, ...rest })
  })

  it('answers queries of every index', async () => {
    const p = { ':p': { S: 'customer-1' } }
    const s = { '#s': 'status', ':s': { S: 'open' } }
    const r = { '#r': 'region', ':r': { S: 'north' } }
    const n = (total: number) => ({ '#t': 'total', ':n': { N: String(total) } })
    assert.equal(await query('by-total', 'pk = :p AND #t > :n', p, n(200)), 5)
    assert.equal(await query('by-status', '#s = :s', s), 14)
    assert.equal(await query('by-place', '#r = :r AND #s = :s AND #t >= :n', r, s, n(120)), 5)
  })

  it('still has its settings', async () => {
    const table = (await ask('DescribeTable', { TableName }))['Table'] as Json
    assert.equal(table['ItemCount'], orderCount + 1)
    assert.equal(table['DeletionProtectionEnabled'], true)
    const { ReadCapacityUnits } = table['ProvisionedThroughput'] as Json
    assert.equal(ReadCapacityUnits, 5)
    const tags = await ask('ListTagsOfResource', { ResourceArn: table['TableArn'] })
    assert.deepEqual(tags['Tags'], [
      { Key: 'team', Value: 'sales' },
      { Key: 'empty', Value: '' },
    ])
  })

  it('still knows the tokens of transactions', async () => {
    await ask('TransactWriteItems', transfer)
    const { pk, sk } = order(1)
    const { Item } = await ask('GetItem', { TableName, Key: { pk, sk } })
    assert.deepEqual((Item as Json)['transfers'], { N: '1' })
  })

  it('continues its stream', async () => {
    const arn = await latestStream(client, 'streamed')
    const before = await recordsOf(client, arn)
    assert.equal(before.length, streamedChanges)
    await ask('PutItem', { TableName: 'streamed', Item: { pk: { S: 'new' } } })
    const records = await recordsOf(client, arn)
    assert.equal(records.length, streamedChanges + 1)
    assert.deepEqual(
      records.filter(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S === 's0').map((r) => r.eventName),
      ['INSERT', 'MODIFY', 'REMOVE'],
    )
  })

  it('deletes what has expired, and nothing else', async () => {
    const names = async () =>
      ((await ask('Scan', { TableName: 'sessions' }))['Items'] as Json[]).map(({ pk }) => pk)
    while ((await names()).length > 1) await delay(20)
    assert.deepEqual(await names(), [{ S: 'long' }])
  })

  it('accepts writes, and keeps its indexes up to date', async () => {
    const item = { ...order(3), status: { S: 'lost' } }
    await ask('PutItem', { TableName, Item: item })
    const { pk, sk } = order(4)
    await ask('DeleteItem', { TableName, Key: { pk, sk } })
    assert.equal(await query('by-status', '#s = :s', { '#s': 'status', ':s': { S: 'lost' } }), 1)
    assert.equal(await query('by-total', 'pk = :p', { ':p': pk }), 9)
  })

  it('accepts changes of settings and deletes tables', async () => {
    await ask('UpdateTable', {
      TableName: 'streamed',
      StreamSpecification: { StreamEnabled: false },
    })
    await ask('UpdateTable', { TableName, DeletionProtectionEnabled: false })
    const { TableNames } = await ask('ListTables', {})
    assert.deepEqual(TableNames, ['orders', 'sessions', 'streamed'])
    await ask('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
    })
    await ask('DeleteTable', { TableName: 'sessions' })
    await ask('CreateTable', {
      TableName: 'sessions',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'B' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await ask('PutItem', { TableName: 'sessions', Item: { id: { B: 'AA==' } } })
  })

  it('passes verify', async () => {
    await gramme.stop()
    await verify(place)
  })
})
