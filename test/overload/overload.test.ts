/**
 * A server with a heap of 256 MB, as Node takes in a container of 512 MB, and clients that want far
 * more than that: it keeps answering small requests, serves large ones one after another, and what
 * it refuses it refuses with an answer that clients retry.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb'
import { itemSizeBytesMax, requestBodyBytesMax } from '../../src/model/limits.js'
import { ServerProcess } from '../crash/server-process.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { abandon, bomb, insist, send, times } from './flood.js'

const heap = '--max-old-space-size=256'
const padding = 'x'.repeat(itemSizeBytesMax - 100)

let folder: string
let server: ServerProcess
let client: Client
let table: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gramme-overload-'))
  server = new ServerProcess(folder, heap)
  client = clientOf({ url: await server.url() }, testCredentials)
  table = await client.createTable(partitionOnly())
})

after(async () => {
  client.sdk.destroy()
  assert.equal(await server.stop(), 0, server.errors)
  await rm(folder, { recursive: true })
})

/** The server is the one that was started, and has its data. */
afterEach(async () => {
  await client.ask('PutItem', { TableName: table, Item: { pk: { S: 'after' } } })
})

/** Memory of the process that is not a page of a file. */
function anonymousMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)![1]) / 1024
}

function bodyOf(json: unknown): Buffer {
  return Buffer.from(JSON.stringify(json))
}

function largeBatch(first: number) {
  const puts = times(25, (n) => ({
    PutRequest: { Item: { pk: { S: `large-${first + n}` }, pad: { S: padding } } },
  }))
  return { RequestItems: { [table]: puts } }
}

/** Runs `work` while a client keeps reading an item, and never in vain. */
async function besideReads<T>(work: () => Promise<T>): Promise<T> {
  const key = bodyOf({ TableName: table, Key: { pk: { S: 'after' } } })
  const done = new AbortController()
  const reading = (async () => {
    while (!done.signal.aborted) {
      assert.equal((await send(client.url, 'GetItem', key)).status, 200)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    return await work()
  } finally {
    done.abort()
    await reading
  }
}

describe('a server with a small heap', () => {
  it('stores the large batches of many clients', async () => {
    const batch = bodyOf(largeBatch(0))
    await besideReads(async () => {
      const clients = times(60, async () => [
        await insist(client.url, 'BatchWriteItem', batch),
        await insist(client.url, 'BatchWriteItem', batch),
      ])
      for (const answers of await Promise.all(clients)) {
        for (const { status, text } of answers) assert.equal(status, 200, text)
      }
    })
  })

  it('stores what the SDK sends with its usual retries', async () => {
    await Promise.all(
      times(8, (n) => client.sdk.send(new BatchWriteItemCommand(largeBatch(n * 25)))),
    )
  })

  it('survives bodies that do not end', async () => {
    const body = Buffer.alloc(requestBodyBytesMax - 10, ' ')
    await besideReads(async () => {
      const sockets = await Promise.all(
        times(200, () => abandon(client.url, 'PutItem', body, requestBodyBytesMax)),
      )
      const answer = await insist(client.url, 'BatchWriteItem', bodyOf(largeBatch(0)))
      assert.equal(answer.status, 200, answer.text)
      for (const socket of sockets) socket.destroy()
    })
  })

  it('survives answers that nobody reads', async () => {
    for (const first of [0, 25]) await client.ask('BatchWriteItem', largeBatch(first))
    const Keys = times(50, (n) => ({ pk: { S: `large-${n}` } }))
    const keys = bodyOf({ RequestItems: { [table]: { Keys } } })
    await besideReads(async () => {
      const sockets = await Promise.all(times(200, () => abandon(client.url, 'BatchGetItem', keys)))
      const answer = await insist(client.url, 'BatchGetItem', keys)
      assert.equal(answer.status, 200)
      for (const socket of sockets) socket.destroy()
    })
  })

  it('serves a thousand connections, of which a tenth hardly reads', async () => {
    for (const first of [0, 25]) await client.ask('BatchWriteItem', largeBatch(first))
    const Keys = times(50, (n) => ({ pk: { S: `large-${n}` } }))
    const keys = bodyOf({ RequestItems: { [table]: { Keys } } })
    const slow = await Promise.all(times(100, () => abandon(client.url, 'BatchGetItem', keys)))
    const reading = setInterval(() => {
      for (const socket of slow) socket.read(4)
    }, 100)
    const agent = new Agent({ keepAlive: true })
    const put = (n: number) => bodyOf({ TableName: table, Item: { pk: { S: `reader ${n}` } } })
    const scan = bodyOf({ TableName: table, Limit: 1 })
    await besideReads(async () => {
      const readers = times(900, async (n) => [
        await insist(client.url, 'PutItem', put(n), { agent }),
        await insist(client.url, 'Scan', scan, { agent }),
      ])
      for (const [stored, scanned] of await Promise.all(readers)) {
        assert.deepEqual([stored!.status, scanned!.status], [200, 200], scanned!.text)
      }
    })
    // The heap, as much again for requests under way, and what Node itself takes.
    if (platform() === 'linux') assert.ok(anonymousMb(server.pid) < 512)
    clearInterval(reading)
    agent.destroy()
    for (const socket of slow) socket.destroy()
  })

  const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`
  const halfMegabyte = objects(175_000)
  const bombs: readonly (readonly [string, string, number])[] = [
    ['open lists', '['.repeat(requestBodyBytesMax), 400],
    ['empty objects', objects(Math.floor(requestBodyBytesMax / 3) - 1), 400],
    ['lists of empty objects', `{"a":[${times(30, () => halfMegabyte).join(',')}]}`, 413],
    ['names', `{${times(1_000_000, (n) => `"${n.toString(36)}":0`).join(',')}}`, 400],
  ]
  for (const [name, text, status] of bombs) {
    it(`survives compressed ${name}`, async () => {
      const explode = bomb(client.url, text)
      await besideReads(async () => {
        assert.equal((await explode()).status, status)
        for (const answer of await Promise.all(times(20, explode))) {
          assert.ok(answer.status === status || answer.status === 503, answer.text)
        }
      })
    })
  }
})
