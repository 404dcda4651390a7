/** A server that stops in the middle of a statement, and keeps its locks. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import postgres from 'postgres'
import { postgresDatabase, type TestDatabase } from '../../../../test/support/postgres.js'
import { until } from '../../../../test/support/until.js'
import type { Engine } from '../../engine.js'
import { create, put, valueOf, write } from '../../engine-testing-suite.js'
import { openPostgresEngine } from '../postgres-engine.js'
import { readPostgresUrl } from '../url.js'

const space = 100
const marker = 'half of this'
const parameter = marker.repeat(100)

describe('a statement of which only half arrives', () => {
  let database: TestDatabase
  let line: Server
  let engine: Engine
  let stopped: postgres.Sql

  before(async () => {
    database = await postgresDatabase()
    line = await halfLine(new URL(database.url))
    const options = readPostgresUrl(database.url)
    engine = await openPostgresEngine({
      ...options,
      lockTimeoutMs: 300,
      idleTransactionTimeoutMs: 200,
    })
    await write(engine, [create(space), put('a', '1', space)])
    const url = new URL(database.url)
    url.port = String((line.address() as AddressInfo).port)
    stopped = postgres(url.href, { max: 1, connection: { application_name: 'gramme' } })
  })
  after(async () => {
    await stopped.end({ timeout: 0 })
    line.close()
    await engine.close()
    await database.remove()
  })

  it('does not keep others from writing', async () => {
    const [row] = await stopped<{ relation: string }[]>`
      SELECT relation FROM gramme.spaces WHERE id = ${space}`
    const lock = `LOCK TABLE gramme."${row!.relation}" IN SHARE ROW EXCLUSIVE MODE`
    await stopped.unsafe(`BEGIN; ${lock}`)
    const half = assert.rejects(stopped.unsafe('SELECT $1::text', [parameter]))
    await until(isWaiting, () => 'the database does not wait for the rest')
    await write(engine, [put('a', '2', space)])
    assert.equal(await valueOf(engine, 'a', space), '2')
    await half
  })

  async function isWaiting(): Promise<boolean> {
    const admin = postgres(database.url, { max: 1 })
    try {
      const found = await admin`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT $1::text'
        AND state = 'active' AND wait_event = 'ClientRead'`
      return found.length === 1
    } finally {
      await admin.end()
    }
  }
})

/** Of the parameter only the first part is passed on, and nothing after it. */
async function halfLine({ hostname, port }: URL): Promise<Server> {
  const server = createServer((socket) => {
    const there = connect(Number(port), hostname)
    let isStopped = false
    socket.on('data', (chunk) => {
      if (isStopped) return
      isStopped = chunk.includes(marker)
      there.write(isStopped ? chunk.subarray(0, -500) : chunk)
    })
    for (const each of [socket, there]) each.on('error', () => undefined)
    there.pipe(socket)
    socket.once('close', () => there.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
