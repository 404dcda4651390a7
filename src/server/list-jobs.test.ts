/** What `gramme jobs` reads: index builds and replicas of a real server. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clientOf, testCredentials } from '../../test/support/client.js'
import { until } from '../../test/support/until.js'
import { CannotStart, createGramme } from './gramme.js'
import { listJobs } from './list-jobs.js'

const TableName = 'subject'

describe('the jobs of a data folder', () => {
  it('are listed once no server uses it', async (context) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    context.after(() => rm(dataDir, { recursive: true }))
    const gramme = createGramme({ port: 0, dataDir, logLevel: 'silent' })
    await gramme.start()
    const client = clientOf(gramme.address, testCredentials)
    const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }]
    const KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' }]
    const BillingMode = 'PAY_PER_REQUEST'
    await client.ask('CreateTable', { TableName, AttributeDefinitions, KeySchema, BillingMode })
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    const Create = { IndexName: 'by-pk', KeySchema, Projection: { ProjectionType: 'ALL' } }
    await client.ask('UpdateTable', {
      TableName,
      AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create }],
    })
    await client.untilActive(TableName)
    const ReplicaUpdates = [{ Create: { RegionName: 'eu-west-1' } }]
    await client.ask('UpdateTable', { TableName, ReplicaUpdates })
    const there = client.as({ region: 'eu-west-1' })
    await until(
      async () => (await there.call('Scan', { TableName })).status === 200,
      () => 'the replica does not become ACTIVE',
    )
    await assert.rejects(listJobs({ dataDir }), (error) => {
      return error instanceof CannotStart && /is in use/.test(error.message)
    })
    for (const { sdk, streams } of [client, there]) {
      sdk.destroy()
      streams.destroy()
    }
    await gramme.stop()
    const rows = (await listJobs({ dataDir })).map(({ kind, table, subject, state, progress }) =>
      [kind, table.region, table.name, subject, state, progress].join(', '),
    )
    assert.deepEqual(rows.toSorted(), [
      'index build, eu-west-1, subject, by-pk, done, 1',
      'index build, us-east-1, subject, by-pk, done, 1',
      'replica fill, eu-west-1, subject, from us-east-1, done, 1',
    ])
  })

  it('are not looked for in a folder that does not exist', async () => {
    const dataDir = join(tmpdir(), 'gramme-test-nowhere')
    await assert.rejects(listJobs({ dataDir }), /There is no data folder/)
  })
})
