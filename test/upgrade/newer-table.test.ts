/**
 * A table that needs a newer version, in a store that this one can open: only that table is
 * refused.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { copyData } from '../../src/server/copy-data.js'
import { createGramme } from '../../src/server/gramme.js'
import { verifyData } from '../../src/server/verify-data.js'
import { systemSpace } from '../../src/storage/engine.js'
import { tableRecordKey } from '../../src/storage/keyspace.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'

const sentence = 'Table newer needs a newer version of Gramme (teleport)'
const Item = { pk: { S: 'a' } }

describe('a table that needs a newer version', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-newer-'))
  after(() => rm(dataDir, { recursive: true }))
  await serving(dataDir, async (client) => {
    for (const TableName of ['newer', 'plain']) {
      await client.ask('CreateTable', { TableName, ...partitionOnly() })
      await client.ask('PutItem', { TableName, Item })
    }
  })
  await addNeed(dataDir, 'newer')

  it('says so for every operation, while others are served', async () => {
    await serving(dataDir, async (client) => {
      for (const [operation, input] of [
        ['GetItem', { Key: Item }],
        ['PutItem', { Item }],
        ['DescribeTable', {}],
        ['UpdateTable', { DeletionProtectionEnabled: true }],
        ['DeleteTable', {}],
      ] as const) {
        const answer = await client.call(operation, { TableName: 'newer', ...input })
        assert.deepEqual([answer.status, answer.message], [503, sentence], operation)
        assert.equal(answer.type, 'ServiceUnavailable')
      }
      const answer = await client.ask('GetItem', { TableName: 'plain', Key: Item })
      assert.deepEqual(answer['Item'], Item)
      assert.deepEqual((await client.ask('ListTables', {}))['TableNames'], ['newer', 'plain'])
    })
  })

  it('is reported by verify, and not copied', async () => {
    const { tables, faults } = await verifyData({ dataDir })
    assert.equal(tables, 1)
    assert.deepEqual(faults, [sentence])
    await assert.rejects(copyData({ dataDir }, { dataDir: `${dataDir}-copy` }), {
      message: `${sentence}.`,
    })
    await rm(`${dataDir}-copy`, { recursive: true, force: true })
  })
})

async function serving(dataDir: string, use: (client: Client) => Promise<void>): Promise<void> {
  const gramme = createGramme({ port: 0, dataDir, durability: 'relaxed', logLevel: 'silent' })
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  try {
    await use(client)
  } finally {
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
  }
}

/** Adds a need to the table's record, as a newer server would store it. */
async function addNeed(dataDir: string, tableName: string): Promise<void> {
  const engine = await openLmdbEngine({ dataDir, durability: 'relaxed' })
  const scope = { account: '000000000000', region: testCredentials.region }
  const at = { space: systemSpace, key: tableRecordKey(scope, tableName) }
  await engine.transact({
    reads: [{ kind: 'get', ...at }],
    decide([record]) {
      const stored = JSON.parse(record!.toString('utf8', 1)) as object
      const json = JSON.stringify({ ...stored, needs: ['teleport'] })
      const value = Buffer.concat([Buffer.of(2), Buffer.from(json)])
      return { mutations: [{ kind: 'put', ...at, value }], result: undefined }
    },
  })
  await engine.close()
}
