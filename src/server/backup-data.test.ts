/** Whole servers as files, and back into any engine. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Client, Json } from '../../test/support/client.js'
import { openServerStore } from '../../test/support/server-store.js'
import { indexed } from '../../test/support/tables.js'
import { engineUnderTest } from '../../test/support/engine-under-test.js'
import { backupData } from './backup-data.js'
import { restoreData } from './restore-data.js'
import { serving } from './serving-suite.js'
import { verifyData } from './verify-data.js'

const root = await mkdtemp(join(tmpdir(), 'gramme-backup-data-'))
after(() => rm(root, { recursive: true, force: true }))

const items = (count: number): readonly Json[] =>
  Array.from({ length: count }, (_, n) => ({
    pk: { S: `p${n % 7}` },
    sk: { S: `s${n}` },
    global: { S: `g${n % 3}` },
    n: { N: String(n) },
  }))

async function fill(client: Client): Promise<void> {
  await client.ask('CreateTable', {
    TableName: 'orders',
    ...indexed,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    DeletionProtectionEnabled: true,
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    Tags: [{ Key: 'team', Value: 'a' }],
  })
  await client.ask('CreateTable', { TableName: 'empty', ...indexed })
  await client.untilActive('orders')
  for (const Item of items(60)) await client.ask('PutItem', { TableName: 'orders', Item })
  await client.ask('UpdateTimeToLive', {
    TableName: 'orders',
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
  })
  await client.ask('UpdateContinuousBackups', {
    TableName: 'orders',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
  })
}

/** What matters about a server, without what is new for every table. */
async function contentOf(client: Client): Promise<Json> {
  const { Table } = (await client.ask('DescribeTable', { TableName: 'orders' })) as { Table: Json }
  const { TableId: _id, CreationDateTime: _date, LatestStreamLabel: _label, ...table } = Table
  const { LatestStreamArn: _arn, TableClassSummary: tableClass, ...rest } = table
  const { BillingModeSummary: _billing, ...settings } = rest
  const byIndex = await client.ask('Query', {
    TableName: 'orders',
    IndexName: 'by-global',
    KeyConditionExpression: '#g = :g',
    ExpressionAttributeNames: { '#g': 'global' },
    ExpressionAttributeValues: { ':g': { S: 'g1' } },
  })
  const { ContinuousBackupsDescription: backups } = (await client.ask('DescribeContinuousBackups', {
    TableName: 'orders',
  })) as { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: Json } }
  return {
    names: await client.ask('ListTables', {}),
    settings,
    tableClass: (tableClass as Json)['TableClass'],
    tags: await client.ask('ListTagsOfResource', { ResourceArn: settings['TableArn'] }),
    ttl: await client.ask('DescribeTimeToLive', { TableName: 'orders' }),
    days: backups.PointInTimeRecoveryDescription['RecoveryPeriodInDays'],
    items: await client.ask('Scan', { TableName: 'orders' }),
    count: byIndex['Count'],
  }
}

describe(
  'a backup of a whole server',
  { skip: engineUnderTest === 'memory' && 'nothing outlives a stop' },
  () => {
    it('is restored into another store, with every setting', async () => {
      const source = await openServerStore()
      const to = join(root, 'whole')
      const expected = await serving(source.options, async (client) => {
        await fill(client)
        return contentOf(client)
      })
      const seen: number[] = []
      const onProgress = ({ fraction }: { fraction: number }) => seen.push(fraction)
      const made = await backupData(source.options, { to, tables: [], onProgress })
      assert.deepEqual(made.tables.map(({ name, itemCount }) => [name, itemCount]).sort(), [
        ['empty', 0],
        ['orders', 60],
      ])
      assert.equal(seen.at(-1), 1)
      const target = await openServerStore()
      const restored = await restoreData(target.options, { from: to, tables: [] })
      assert.equal(restored.ticket, made.ticket)
      assert.deepEqual((await verifyData(target.options)).faults, [])
      assert.deepEqual(await serving(target.options, contentOf), expected)
      await assert.rejects(
        restoreData(target.options, { from: to, tables: ['orders'] }),
        /There is a table orders already\./,
      )
      await source.remove()
      await target.remove()
    })
  },
)

describe('a backup of a data folder', () => {
  it('can be made while a server uses it', async () => {
    const dataDir = join(root, 'used')
    const to = join(root, 'while-used')
    const expected = await serving({ dataDir }, async (client) => {
      await fill(client)
      await backupData({ dataDir }, { to, tables: ['orders'] })
      return contentOf(client)
    })
    const target = { dataDir: join(root, 'other') }
    await restoreData(target, { from: to, tables: [] })
    const found = await serving(target, contentOf)
    assert.deepEqual(found['items'], expected['items'])
    assert.deepEqual(await leftovers(), [])
  })

  it('is refused if one byte of it has changed, and the next attempt starts anew', async () => {
    const from = join(root, 'while-used')
    const target = { dataDir: join(root, 'damaged') }
    const file = join(from, 'tables', await dataFile(from))
    const bytes = await readFile(file)
    const flipped = Buffer.from(bytes)
    flipped[40]! ^= 1
    await writeFile(file, flipped)
    await assert.rejects(restoreData(target, { from, tables: [] }), /is damaged: data\/00001/)
    await serving(target, async (client) => {
      const { type } = await client.call('Scan', { TableName: 'orders' })
      assert.equal(type, 'ResourceNotFoundException')
    })
    await writeFile(file, bytes)
    await restoreData(target, { from, tables: [] })
    assert.deepEqual((await verifyData(target)).faults, [])
  })

  it('must be one', async () => {
    const nothing = { dataDir: join(root, 'nothing') }
    await assert.rejects(backupData(nothing, { to: root, tables: [] }), /There is no data folder/)
    await assert.rejects(
      restoreData(nothing, { from: join(root, 'empty'), tables: [] }),
      /There is no backup of gramme backup in /,
    )
    const from = join(root, 'while-used')
    await assert.rejects(
      restoreData(nothing, { from, tables: ['absent'] }),
      /The backup \d{14}-[0-9a-f]{8} has no table absent\./,
    )
  })
})

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(root)).filter((name) => name.startsWith('.gramme-backup'))
}

async function dataFile(from: string): Promise<string> {
  const names = await readdir(join(from, 'tables'), { recursive: true })
  return names.find((name) => name.endsWith('00001.json.gz'))!
}
