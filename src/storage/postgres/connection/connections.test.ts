/** What the client library makes of the server's answers. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { postgresDatabase, type TestDatabase } from '../../../../test/support/postgres.js'
import { Hosts, Pool } from './connections.js'
import { StatementFailure } from './failures.js'
import { withDefaults } from '../options.js'
import { readPostgresUrl } from '../url.js'

describe('a connection', () => {
  let database: TestDatabase
  let pool: Pool

  before(async () => {
    database = await postgresDatabase()
    const options = withDefaults(readPostgresUrl(database.url))
    pool = new Pool(options, new Hosts(options.hosts), 1)
  })
  after(async () => {
    await pool.close()
    await database.remove()
  })

  const run = async (text: string) => {
    const rows = await pool.run({ text, parameters: [] })
    return rows.map((row) => row.map(String))
  }

  it('answers in full after a statement that failed after some of its rows', async () => {
    await assert.rejects(
      run('SELECT 1 / (3 - n) FROM generate_series(1, 5) AS n'),
      StatementFailure,
    )
    assert.deepEqual(await run('SELECT n FROM generate_series(7, 8) AS n'), [['7'], ['8']])
    assert.deepEqual(await run('SELECT 9 WHERE FALSE'), [])
  })
})
