/** Whether a store is opened only with the settings it needs, whoever sets them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import postgres from 'postgres'
import { postgresDatabase, type TestDatabase } from '../../../../test/support/postgres.js'
import { StoreUnusable } from '../../errors.js'
import { openPostgresEngine } from '../postgres-engine.js'
import { readPostgresUrl } from '../url.js'

describe('the settings of a session behind a pooler', () => {
  let database: TestDatabase
  let admin: postgres.Sql

  before(async () => {
    database = await postgresDatabase()
    admin = postgres(database.url, { max: 1, onnotice: () => undefined })
  })
  after(async () => {
    await admin.end()
    await database.remove()
  })

  const open = () => openPostgresEngine({ ...readPostgresUrl(database.url), pooler: 'session' })

  it('have to be settings of the role: the refusal says which statements set them', async () => {
    const refusal: unknown = await open().then(
      (engine) => engine.close(),
      (error: unknown) => error,
    )
    assert.ok(refusal instanceof StoreUnusable)
    const statements = refusal.message.match(/ALTER ROLE [^;]*;/g) ?? []
    assert.ok(statements.some((text) => text.includes(`SET statement_timeout = '8000'`)))
    for (const text of statements) await admin.unsafe(text)
    await (await open()).close()
  })
})
