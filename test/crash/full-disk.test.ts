/**
 * The real server on a disk that fills up: writes are refused with an error that clients retry, deletes go on, and
 * writes are taken again once they have made room.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clientOf, newTableName, testCredentials, type Client } from '../support/client.js'
import { attribute, hash, onDemand } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const table = { AttributeDefinitions: [attribute('pk', 'S')], KeySchema: [hash('pk')], ...onDemand }
const streamed = {
  ...table,
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
}
const diskMegabytes = 48
const reserveBytes = (diskMegabytes / 16) * 1024 * 1024
const secondsToFill = 5
const full = { status: 503, body: { status: 'the disk is full' } }

describe('a full disk', () => {
  it('refuses writes and takes deletes, which make room for writes, and items still expire', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-full-disk-'))
    if (!mount(folder)) return t.diagnostic('skipped: no right to mount a small disk')
    try {
      await fillAndDelete(join(folder, 'data'), folder)
    } finally {
      spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    }
  })
})

async function fillAndDelete(dataDir: string, folder: string): Promise<void> {
  const server = new ServerProcess(dataDir, '--log-level', 'warn')
  const client = clientOf({ url: await server.url() }, testCredentials)
  const [plain, watched, dropped] = [newTableName(), newTableName(), newTableName()]
  const expiring = newTableName()
  for (const TableName of [plain, watched, dropped, expiring]) {
    await client.ask('CreateTable', { TableName, ...(TableName === watched ? streamed : table) })
    await client.untilActive(TableName)
  }
  await until(
    async () => (await sizeOf(join(dataDir, 'reserve'))) === reserveBytes,
    () => 'the reserve is not filled',
  )
  for (let n = 0; n < 30; n++) {
    for (const TableName of [plain, watched, dropped]) {
      assert.equal(await put(client, TableName, n), 200)
    }
  }
  await putExpiring(client, expiring)
  // Something else fills the disk.
  await writeFile(join(folder, 'other'), Buffer.alloc(diskMegabytes * 1024 * 1024)).catch(() => {})
  let n = 30
  while ((await put(client, plain, n)) === 200) n++
  assert.equal(await put(client, plain, n), 503)
  assert.deepEqual(await health(client), full)
  await until(
    async () => (await client.ask('Scan', { TableName: expiring }))['Count'] === 0,
    () => `items do not expire: ${server.errors}`,
  )
  assert.deepEqual(await health(client), full)
  for (let at = 0; at < 20; at++) {
    for (const TableName of [watched, plain]) {
      const answer = await client.call('DeleteItem', { TableName, Key: { pk: { S: String(at) } } })
      assert.equal(answer.status, 200, `item ${at} of ${TableName}: ${server.errors}`)
    }
  }
  assert.equal((await client.call('DeleteTable', { TableName: dropped })).status, 200)
  await until(
    async () => (await health(client)).status === 200,
    async () => JSON.stringify(await health(client)),
  )
  assert.equal(await put(client, plain, n), 200)
  assert.equal(await server.stop(), 0)
  const lines = server.errors.split('\n').filter((line) => line.startsWith('{'))
  const texts = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  assert.deepEqual(texts, ['writes are refused', 'writes are taken again'], server.errors)
  await verify(dataDir)
}

function mount(folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]
  return spawnSync('mount', options).status === 0
}

async function put(client: Client, TableName: string, n: number): Promise<number> {
  const Item = { pk: { S: String(n) }, filler: { S: 'x'.repeat(100_000) } }
  return (await client.call('PutItem', { TableName, Item })).status
}

/** Small items, so that their end makes no room for writes. They expire once the disk is full. */
async function putExpiring(client: Client, TableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: 'until', Enabled: true }
  await client.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  const until = { N: String(Math.floor(Date.now() / 1000) + secondsToFill) }
  for (const pk of ['a', 'b', 'c']) {
    await client.ask('PutItem', { TableName, Item: { pk: { S: pk }, until } })
  }
}

async function health(client: Client): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${client.url}/health`)
  return { status: answer.status, body: await answer.json() }
}

async function sizeOf(path: string): Promise<number> {
  return (await readFile(path).catch(() => Buffer.alloc(0))).length
}
