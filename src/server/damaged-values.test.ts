/** A sealed value that somebody has changed on the disk, as clients and operators see it. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { clientOf, testCredentials, type Client } from '../../test/support/client.js'
import { partitionOnly } from '../../test/support/tables.js'
import { requireDriver } from '../storage/drivers.js'
import { isSealedForm } from '../storage/sealed/space-cipher.js'
import { keptLog, type LogLine } from '../wire/wire-suite.js'
import { createMasterKey } from './create-key.js'
import { GrammeServer } from './gramme-server.js'
import { openDatabase } from './open-database.js'
import { readOptions } from './options.js'

const root = await mkdtemp(join(tmpdir(), 'gramme-damaged-'))
after(() => rm(root, { recursive: true, force: true }))
const masterKeyFile = join(root, 'keys')
const settings = readOptions({ port: 0, dataDir: join(root, 'data'), masterKeyFile })

async function served(use: (client: Client) => Promise<void>): Promise<readonly LogLine[]> {
  const lines: LogLine[] = []
  const gramme = new GrammeServer(settings, openDatabase, keptLog(lines))
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  await use(client)
  client.sdk.destroy()
  client.streams.destroy()
  await gramme.stop()
  return lines
}

const Key = { pk: { S: 'p' } }

async function create(client: Client, TableName: string): Promise<void> {
  await client.ask('CreateTable', { TableName, ...partitionOnly() })
  await client.ask('PutItem', { TableName, Item: { ...Key, text: { S: 'text' } } })
}

/** Changes the last byte before the tag of each item of a table. */
async function damage(table: string): Promise<void> {
  const engine = await requireDriver(settings.engine).open(settings)
  const { space } = (await engine.spaces()).find(({ label }) => label === table)!
  const all = { from: Buffer.of(0), to: Buffer.alloc(40, 255), entriesMax: 10 }
  const [{ entries }] = await engine.read([{ kind: 'range', space, ...all }])
  const sealed = entries.filter(({ value }) => isSealedForm(value))
  assert.equal(sealed.length, 1)
  const mutations = sealed.map(({ key, value }) => {
    const changed = Buffer.from(value)
    changed[changed.length - 17]! ^= 1
    return { kind: 'put', space, key, value: changed } as const
  })
  await engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  await engine.close()
}

describe('a sealed value that was changed on the disk', () => {
  it('is a 500 for its reader and one line in the log, and harms nothing else', async () => {
    createMasterKey(masterKeyFile)
    await served(async (client) => {
      for (const name of ['orders', 'whole']) await create(client, name)
    })
    await damage('orders')
    const lines = await served(async (client) => {
      const { status, type, body } = await client.call('GetItem', { TableName: 'orders', Key })
      assert.deepEqual([status, type], [500, 'InternalServerError'])
      assert.doesNotMatch(JSON.stringify(body), /orders|damaged/)
      const whole = await client.call('GetItem', { TableName: 'whole', Key })
      assert.equal(whole.status, 200)
      // What cannot be read can be replaced.
      await client.ask('PutItem', { TableName: 'orders', Item: Key })
      assert.deepEqual((await client.ask('GetItem', { TableName: 'orders', Key }))['Item'], Key)
    })
    const errors = lines.filter(({ level }) => level === 'error')
    assert.equal(errors.length, 1)
    const { error } = errors[0]!.facts as { error: Error }
    assert.match(
      error.message,
      /^the stored item with stored key [0-9a-f]+ of table orders is damaged$/,
    )
  })
})
