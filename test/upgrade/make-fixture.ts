/**
 * Writes a fixture: starts the command line of another checkout on an empty folder, fills it, stops
 * it, and packs the data file. README.md says when and how to run it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { startServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import {
  allTypes,
  order,
  orderCount,
  orders,
  removed,
  sessions,
  sessionSeconds,
  streamed,
  streamedCount,
  transfer,
  type FixtureNotes,
} from './stored-tables.js'

const [checkout, name] = process.argv.slice(2)
if (checkout === undefined || name === undefined) {
  throw new Error('usage: make-fixture <checkout> <name>')
}

const dataDir = await mkdtemp(join(tmpdir(), 'gramme-fixture-'))
const beganAtMs = Date.now()
const server = await startServerProcess({
  args: ['--data-dir', dataDir],
  program: join(checkout, 'dist/src/cli/main.js'),
})
const user = clientOf(server, testCredentials)
await fillOrders(user)
await fillStreamed(user)
await fillSessions(user, beganAtMs)
await user.ask('CreateTable', removed)
await user.ask('DeleteTable', { TableName: 'removed' })
await server.stop()

const data = await readFile(join(dataDir, 'data.mdb'))
const packed = brotliCompressSync(data, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
})
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout })
const notes: FixtureNotes = { commit: commit.toString().trim(), beganAtMs }
await writeFile(`test/upgrade/fixtures/${name}.mdb.br`, packed)
await writeFile(`test/upgrade/fixtures/${name}.json`, `${JSON.stringify(notes)}\n`)
await rm(dataDir, { recursive: true })
process.stdout.write(`${data.length} bytes, ${packed.length} packed\n`)

async function fillOrders(client: Client): Promise<void> {
  await client.ask('CreateTable', orders)
  for (let n = 0; n < orderCount; n++) {
    await client.ask('PutItem', { TableName: 'orders', Item: order(n) })
  }
  await client.ask('PutItem', { TableName: 'orders', Item: allTypes })
  await client.ask('TransactWriteItems', transfer)
}

async function fillStreamed(client: Client): Promise<void> {
  await client.ask('CreateTable', streamed)
  const keys = Array.from({ length: streamedCount }, (_, n) => ({ pk: { S: `s${n}` } }))
  for (const key of keys) await client.ask('PutItem', { TableName: 'streamed', Item: key })
  for (const key of keys) {
    await client.ask('PutItem', { TableName: 'streamed', Item: { ...key, v: { N: '2' } } })
  }
  for (const Key of keys.filter((_, n) => n % 2 === 0)) {
    await client.ask('DeleteItem', { TableName: 'streamed', Key })
  }
}

async function fillSessions(client: Client, startMs: number): Promise<void> {
  const TableName = 'sessions'
  await client.ask('CreateTable', sessions)
  await client.ask('UpdateTimeToLive', {
    TableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
  })
  const until = { N: String(Math.floor(startMs / 1000) + sessionSeconds) }
  await client.ask('PutItem', { TableName, Item: { pk: { S: 'short' }, until } })
  await client.ask('PutItem', { TableName, Item: { pk: { S: 'long' } } })
}
