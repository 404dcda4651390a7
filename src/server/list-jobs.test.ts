/** What `gramme jobs` reads: index builds of a real server. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clientOf, testCredentials } from '../../test/support/client.js'
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
    await assert.rejects(listJobs({ dataDir }), (error) => {
      return error instanceof CannotStart && /is in use/.test(error.message)
    })
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
    const [job, ...others] = await listJobs({ dataDir })
    assert.deepEqual(others, [])
    assert.deepEqual(
      [job?.kind, job?.table.name, job?.subject, job?.state, job?.progress],
      ['index build', TableName, 'by-pk', 'done', 1],
    )
  })

  it('are not looked for in a folder that does not exist', async () => {
    const dataDir = join(tmpdir(), 'gramme-test-nowhere')
    await assert.rejects(listJobs({ dataDir }), /There is no data folder/)
  })
})
