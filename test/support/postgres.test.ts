/** The tests' own PostgreSQL: it starts, creates fresh databases, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import postgres from 'postgres'
import { postgresDatabase, startSharedPostgres } from './postgres.js'
import { PostgresNode } from './postgres/node.js'
import { Workspace } from './postgres/workspace.js'

describe('a PostgreSQL for tests', () => {
  it('creates databases that are empty and separate', async () => {
    const [one, other] = await Promise.all([postgresDatabase(), postgresDatabase()])
    const sql = postgres(one.url, { max: 1 })
    await sql`CREATE TABLE things (id integer)`
    const elsewhere = postgres(other.url, { max: 1 })
    const [found] = await elsewhere<[{ things: string | null }]>`
      SELECT to_regclass('things')::text AS things`
    assert.equal(found.things, null)
    await elsewhere.end()
    // `one` is removed while a session is connected to it.
    await Promise.all([one.remove(), other.remove()])
    await assert.rejects(async () => sql`SELECT 1`)
    await sql.end()
  })

  it('leaves no process and no folder when it is removed', async () => {
    const workspace = await Workspace.open()
    const node = await PostgresNode.create(workspace, 'alone', {})
    await node.start()
    assert.ok(existsSync(workspace.folder))
    await workspace.remove()
    assert.ok(!existsSync(workspace.folder))
    await assert.rejects(node.query('SELECT 1'))
  })

  it('keeps what was committed over a restart and over a kill', async () => {
    const workspace = await Workspace.open()
    const node = await PostgresNode.create(workspace, 'restarted', {})
    await node.start()
    await node.query('CREATE TABLE kept (n integer)')
    await node.stop()
    await node.start()
    await node.query('INSERT INTO kept VALUES (1)')
    await node.kill()
    await node.start()
    assert.deepEqual([...(await node.query('SELECT n FROM kept'))], [{ n: 1 }])
    await workspace.remove()
  })

  it('can be shared by processes', async () => {
    const shared = await startSharedPostgres()
    assert.match(shared.url, /^postgres:\/\//)
    await shared.remove()
  })
})
