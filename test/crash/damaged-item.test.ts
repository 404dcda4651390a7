/** One byte of an item changes on disk: the server says so, and answers everything else. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { ServerProcess, verify } from './server-process.js'

const TableName = 'accounts'
const keyOf = (name: string) => ({ pk: { S: name } })

describe('an item that changed on disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-damaged-'))
  after(() => rm(dataDir, { recursive: true }))
  const first = new ServerProcess(dataDir)
  await fill(clientAt(await first.url()))
  await first.stop()
  await changeOnDisk(join(dataDir, 'data.mdb'), 'balance-1000', 'balance-9000')
  const server = new ServerProcess(dataDir)
  const client = clientAt(await server.url())

  it('is answered with an error, alone and in a page', async () => {
    for (const [operation, body] of [
      ['GetItem', { TableName, Key: keyOf('b') }],
      ['Scan', { TableName }],
    ] as const) {
      const { status, type, body: answer } = await client.call(operation, body)
      assert.deepEqual({ status, type }, { status: 500, type: 'InternalServerError' })
      assert.doesNotMatch(JSON.stringify(answer), /9000/)
    }
  })

  it('does not keep others from being answered', async () => {
    const { Item } = await client.ask('GetItem', { TableName, Key: keyOf('a') })
    assert.deepEqual((Item as Json)['balance'], { S: 'balance-500' })
  })

  it('is named in the log, one line for each request', async () => {
    assert.equal(await server.stop(), 0)
    const lines = server.errors.split('\n').filter((line) => line.includes('DamagedItem'))
    assert.equal(lines.length, 2)
    for (const line of lines) {
      const { error } = JSON.parse(line) as { error: Json }
      assert.equal(error['table'], TableName)
      assert.equal(error['key'], JSON.stringify(keyOf('b')))
    }
  })

  it('is named by verify', async () => {
    await assert.rejects(verify(dataDir), /accounts: the item \{"pk":\{"S":"b"\}\} is damaged/)
  })
})

function clientAt(url: string): Client {
  const client = clientOf({ url }, testCredentials)
  after(() => {
    client.sdk.destroy()
    client.streams.destroy()
  })
  return client
}

async function fill(client: Client): Promise<void> {
  await client.ask('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  for (const [name, balance] of [
    ['a', 'balance-500'],
    ['b', 'balance-1000'],
  ] as const) {
    await client.ask('PutItem', { TableName, Item: { ...keyOf(name), balance: { S: balance } } })
  }
}

/** Everywhere in the file: older pages may hold the text too. */
async function changeOnDisk(path: string, from: string, to: string): Promise<void> {
  const content = await readFile(path)
  for (let at = content.indexOf(from); at >= 0; at = content.indexOf(from, at + 1)) {
    content.write(to, at)
  }
  await writeFile(path, content)
}
