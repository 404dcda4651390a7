/** The real server on a disk that fails for good: it says so once and exits, and the next one has every write. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clientOf, newTableName, testCredentials, type Client } from '../support/client.js'
import { failingMetaWrites } from '../support/failing-meta-writes.js'
import { attribute, hash, onDemand } from '../support/tables.js'
import { ServerProcess, verify } from './server-process.js'

const TableName = newTableName('failed-disk')
const table = {
  TableName,
  AttributeDefinitions: [attribute('pk', 'S')],
  KeySchema: [hash('pk')],
  ...onDemand,
}
const ioError = 74

describe('a commit that LMDB does not recover from', () => {
  it('makes the server exit with one line in the log, and loses nothing acknowledged', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-failed-disk-'))
    const disk = failingMetaWrites(folder)
    if (disk === undefined) return t.diagnostic('skipped: no C compiler to make writes fail with')
    const dataDir = join(folder, 'data')
    const server = startWith(disk.env, dataDir)
    const client = clientOf({ url: await server.url() }, testCredentials)
    await client.ask('CreateTable', table)
    await client.untilActive(TableName)
    const acknowledged: string[] = []
    const writing = [1, 2, 3, 4].map((n) => writeUntilGone(client, `${n}-`, acknowledged))
    while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    await writeFile(disk.switchPath, '')
    await Promise.all(writing)
    assert.equal(await server.exited(), ioError, server.errors)
    const lines = server.errors.split('\n').filter((line) => line.startsWith('{'))
    assert.equal(lines.length, 1, server.errors)
    assert.match(
      lines[0]!,
      /the database file cannot be used any more.*the process must be restarted/,
    )
    await checkKept(dataDir, acknowledged)
    await rm(folder, { recursive: true })
  })
})

function startWith(env: Readonly<Record<string, string>>, dataDir: string): ServerProcess {
  Object.assign(process.env, env)
  try {
    return new ServerProcess(dataDir, '--log-level', 'error')
  } finally {
    for (const name of Object.keys(env)) delete process.env[name]
  }
}

/** Until the connection is refused; nothing else but an error that clients retry is an answer. */
async function writeUntilGone(client: Client, prefix: string, acknowledged: string[]) {
  for (let n = 0; ; n++) {
    const pk = `${prefix}${n}`
    try {
      const { status } = await client.call('PutItem', { TableName, Item: { pk: { S: pk } } })
      if (status === 200) acknowledged.push(pk)
      else assert.equal(status, 503)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

async function checkKept(dataDir: string, acknowledged: readonly string[]): Promise<void> {
  const server = new ServerProcess(dataDir)
  const client = clientOf({ url: await server.url() }, testCredentials)
  for (const pk of acknowledged) {
    const answer = await client.ask('GetItem', { TableName, Key: { pk: { S: pk } } })
    assert.deepEqual(answer, { Item: { pk: { S: pk } } })
  }
  assert.equal(await server.stop(), 0)
  await verify(dataDir)
}
