/** A server with encryption at rest: what is on the disk, and what can be done with it. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Client } from '../../test/support/client.js'
import { indexed } from '../../test/support/tables.js'
import { near, search, vector } from '../../test/support/vectors.js'
import { backupData } from './backup-data.js'
import { CannotStart } from './cannot-start.js'
import { copyData } from './copy-data.js'
import { createMasterKey } from './create-key.js'
import { keyStatus, rotateKeys } from './key-data.js'
import { restoreData } from './restore-data.js'
import { serving } from './serving-suite.js'
import { verifyData } from './verify-data.js'

const root = await mkdtemp(join(tmpdir(), 'gramme-encryption-'))
after(() => rm(root, { recursive: true, force: true }))
let folders = 0
const newPath = (name: string) => join(root, `${name}-${folders++}`)

async function fill(client: Client): Promise<void> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
  const VectorIndexes = [near()]
  const shape = { ...indexed, StreamSpecification, VectorIndexes }
  await client.ask('CreateTable', { TableName: 'orders', ...shape })
  const key = { pk: { S: 'p' }, sk: { S: 's' } }
  for (const text of ['telling-one', 'telling-two']) {
    const Item = { ...key, global: { S: 'g' }, text: { S: text }, emb: vector(1, 2) }
    await client.ask('PutItem', { TableName: 'orders', Item })
  }
}

async function textIn(client: Client): Promise<unknown> {
  const { Items } = (await client.ask('Scan', { TableName: 'orders' })) as {
    Items: readonly { text: { S: string } }[]
  }
  return Items.map(({ text }) => text.S)
}

const onDisk = async (dataDir: string) =>
  (await readFile(join(dataDir, 'data.mdb'))).toString('latin1')

describe('a server with a master key', () => {
  it('leaves nothing of items on the disk, and opens with its keys only', async () => {
    const [dataDir, masterKeyFile] = [newPath('data'), newPath('keys')]
    createMasterKey(masterKeyFile)
    assert.equal((await stat(masterKeyFile)).mode & 0o777, 0o600)
    const options = { dataDir, masterKeyFile }
    await serving(options, fill)
    assert.doesNotMatch(await onDisk(dataDir), /telling/)
    assert.deepEqual(await serving(options, textIn), ['telling-two'])
    const found = await serving(options, (client) => search(client, { TableName: 'orders' }))
    assert.equal(found.SearchResults.length, 1)
    const other = newPath('keys')
    createMasterKey(other)
    for (const wrong of [{ dataDir }, { dataDir, masterKeyFile: other }]) {
      await assert.rejects(serving(wrong, textIn), (error: Error) => {
        assert.ok(error instanceof CannotStart)
        return /is encrypted, and its key cannot be used/.test(error.message)
      })
    }
    const { tables, items, faults } = await verifyData(options)
    assert.deepEqual({ tables, items, faults }, { tables: 1, items: 1, faults: [] })
  })

  it('encrypts a copy of a store that is not, and the other way round', async () => {
    const [plain, sealed, again] = [newPath('data'), newPath('data'), newPath('data')]
    const masterKeyFile = newPath('keys')
    createMasterKey(masterKeyFile)
    await serving({ dataDir: plain }, fill)
    assert.match(await onDisk(plain), /telling/)
    await copyData({ dataDir: plain }, { dataDir: sealed, masterKeyFile })
    assert.doesNotMatch(await onDisk(sealed), /telling/)
    assert.deepEqual(await serving({ dataDir: sealed, masterKeyFile }, textIn), ['telling-two'])
    await copyData({ dataDir: sealed, masterKeyFile }, { dataDir: again })
    assert.deepEqual(await serving({ dataDir: again }, textIn), ['telling-two'])
    assert.deepEqual((await verifyData({ dataDir: again })).faults, [])
  })

  it('encrypts what is created after it was turned on, and leaves older tables as they are', async () => {
    const [dataDir, masterKeyFile] = [newPath('data'), newPath('keys')]
    createMasterKey(masterKeyFile)
    await serving({ dataDir }, fill)
    await serving({ dataDir, masterKeyFile }, async (client) => {
      assert.deepEqual(await textIn(client), ['telling-two'])
      await client.ask('CreateTable', { TableName: 'later', ...indexed })
      const Item = { pk: { S: 'p' }, sk: { S: 's' }, text: { S: 'hidden-text' } }
      await client.ask('PutItem', { TableName: 'later', Item })
    })
    const stored = await onDisk(dataDir)
    assert.match(stored, /telling-two/)
    assert.doesNotMatch(stored, /hidden-text/)
  })

  it('changes to a new master key, after which the old one can go', async () => {
    const [dataDir, masterKeyFile] = [newPath('data'), newPath('keys')]
    const first = createMasterKey(masterKeyFile)
    const options = { dataDir, masterKeyFile }
    await serving(options, fill)
    const second = createMasterKey(masterKeyFile)
    const uses = async () =>
      (await keyStatus(options)).map(
        ({ masterKey, dataKeys, isCurrent }) => `${masterKey} ${dataKeys} ${isCurrent}`,
      )
    assert.deepEqual(await uses(), [`${second} 0 true`, `${first} 2 false`])
    assert.equal(await rotateKeys(options), 2)
    assert.deepEqual(await uses(), [`${second} 2 true`, `${first} 0 false`])
    const lines = (await readFile(masterKeyFile, 'utf8')).split('\n')
    const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
    await chmod(masterKeyFile, 0o600)
    await writeFile(masterKeyFile, keys[0]!)
    assert.deepEqual(await serving(options, textIn), ['telling-two'])
  })

  it('changes the keys of tables that name a key which is only described', async () => {
    const [dataDir, masterKeyFile] = [newPath('data'), newPath('keys')]
    createMasterKey(masterKeyFile)
    const options = { dataDir, masterKeyFile }
    await serving(options, async (client) => {
      await fill(client)
      const SSESpecification = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/mine' }
      await client.ask('UpdateTable', { TableName: 'orders', SSESpecification })
    })
    const second = createMasterKey(masterKeyFile)
    assert.equal(await rotateKeys(options), 2)
    const [first] = await keyStatus(options)
    assert.deepEqual([first!.masterKey, first!.dataKeys], [second, 2])
  })

  it('leaves no key of a table that was deleted', async () => {
    const [dataDir, masterKeyFile] = [newPath('data'), newPath('keys')]
    createMasterKey(masterKeyFile)
    const options = { dataDir, masterKeyFile }
    const count = async () => (await keyStatus(options))[0]!.dataKeys
    await serving(options, async (client) => {
      await client.ask('CreateTable', { TableName: 'orders', ...indexed })
    })
    assert.equal(await count(), 2)
    await serving(options, (client) => client.ask('DeleteTable', { TableName: 'orders' }))
    assert.equal(await count(), 1)
  })

  it('encrypts backups, which need the master key to be restored', async () => {
    const [dataDir, masterKeyFile, to] = [newPath('data'), newPath('keys'), newPath('backups')]
    createMasterKey(masterKeyFile)
    const options = { dataDir, masterKeyFile }
    await serving(options, async (client) => {
      await fill(client)
      await client.ask('CreateBackup', { TableName: 'orders', BackupName: 'kept' })
      const isMade = async () => {
        const { BackupSummaries } = (await client.ask('ListBackups', {})) as {
          BackupSummaries: readonly { BackupStatus: string }[]
        }
        return BackupSummaries[0]?.BackupStatus === 'AVAILABLE'
      }
      while (!(await isMade())) await new Promise((resolve) => setTimeout(resolve, 20))
    })
    await backupData(options, { to, tables: [] })
    for (const folder of [to, join(dataDir, 'backups')]) {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.filter((each) => each.isFile() && each.name.includes('.json'))
      assert.ok(files.length >= 3, folder)
      for (const { parentPath, name } of files) {
        const bytes = await readFile(join(parentPath, name))
        assert.equal(bytes.toString('latin1', 0, 6), 'GRAMME', name)
      }
    }
    const target = { dataDir: newPath('data') }
    await assert.rejects(restoreData(target, { from: to, tables: [] }), CannotStart)
    const restored = { ...target, masterKeyFile }
    await restoreData(restored, { from: to, tables: [] })
    assert.deepEqual(await serving(restored, textIn), ['telling-two'])
  })

  it('does not start with keys that are none, and never repeats them', async () => {
    for (const masterKey of ['c2VjcmV0', `${'A'.repeat(43)}=\n${'A'.repeat(43)}=`]) {
      await assert.rejects(serving({ inMemory: true, masterKey }, textIn), (error: Error) => {
        assert.ok(error instanceof CannotStart)
        return !error.message.includes(masterKey) && /masterKey/.test(error.message)
      })
    }
  })
})
