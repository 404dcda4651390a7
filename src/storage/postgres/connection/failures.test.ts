/** A database that is down, refuses, hangs or disappears in the middle. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import postgres from 'postgres'
import { postgresDatabase, type TestDatabase } from '../../../../test/support/postgres.js'
import { until } from '../../../../test/support/until.js'
import type { Engine, Mutation } from '../../engine.js'
import {
  bytes,
  create,
  get,
  increment,
  put,
  range,
  space,
  valueOf,
  write,
} from '../../engine-testing-suite.js'
import { StorageError, StoreUnusable } from '../../errors.js'
import type { PostgresOptions } from '../options.js'
import { failureOf } from './failures.js'
import { openPostgresEngine } from '../postgres-engine.js'
import { readPostgresUrl } from '../url.js'

const isUnavailable = (error: unknown) =>
  error instanceof StorageError && error.kind === 'unavailable'

describe('a failure that a pooler reports', () => {
  const fromPooler = Object.assign(new Error('server conn crashed?'), {
    severity: 'FATAL',
    code: '08P01',
  })

  it('leaves open whether a statement that was sent has happened', () => {
    assert.equal(failureOf(fromPooler, true).kind, 'lost')
  })

  it('is an unreachable database if nothing was sent', () => {
    assert.equal(failureOf(fromPooler, false).kind, 'unreachable')
  })
})

describe('a database that fails', () => {
  let database: TestDatabase
  let admin: postgres.Sql
  let options: PostgresOptions

  before(async () => {
    database = await postgresDatabase()
    admin = postgres(database.url, { max: 1, onnotice: () => undefined })
    options = readPostgresUrl(database.url)
  })
  after(async () => {
    await admin.end()
    await database.remove()
  })

  /** A new schema for each test. */
  let schemas = 0
  async function withEngine(
    more: Partial<PostgresOptions>,
    test: (engine: Engine, schema: string) => Promise<void>,
  ) {
    const schema = `s${++schemas}`
    const engine = await openPostgresEngine({ ...options, schema, ...more })
    try {
      await write(engine, [create(space)])
      await test(engine, schema)
    } finally {
      await engine.close()
    }
  }

  const dropConnections = () =>
    admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`

  it('is distinguished when opened: down at present, or never usable as configured', async () => {
    const [{ host }] = options.hosts as [{ host: string; port: number }]
    const nobody = { ...options, hosts: [{ host, port: await unusedPort() }] }
    await assert.rejects(openPostgresEngine(nobody), isUnavailable)
    const missing = openPostgresEngine({ ...options, database: 'no_such_database' })
    await assert.rejects(missing, StoreUnusable)
    await assert.rejects(openPostgresEngine({ ...options, user: 'nobody_we_know' }), StoreUnusable)
    const certificates = { mode: 'verify-full', rootCert: '/no/such/file' } as const
    await assert.rejects(openPostgresEngine({ ...options, ssl: certificates }), StoreUnusable)
  })

  it('is refused when its schema is not ours, or has an unknown layout', async () => {
    await admin`CREATE SCHEMA foreign_one`
    await admin`CREATE TABLE foreign_one.customers (id int)`
    await assert.rejects(openPostgresEngine({ ...options, schema: 'foreign_one' }), /not Gramme's/)
    await withEngine({}, async (_, schema) => {
      await admin`UPDATE ${admin(schema)}.meta SET value = '999' WHERE name = 'layout'`
      await assert.rejects(openPostgresEngine({ ...options, schema }), /layout .* \(999\)/)
    })
  })

  it('may have an empty schema that an administrator created', async () => {
    await admin`CREATE SCHEMA prepared_one`
    const engine = await openPostgresEngine({ ...options, schema: 'prepared_one' })
    await engine.ping()
    await engine.close()
  })

  it('is found by trying its hosts in turn', async () => {
    const [host] = options.hosts
    const hosts = [{ host: '127.0.0.1', port: await unusedPort() }, host!]
    await withEngine({ hosts }, async (engine) => {
      await write(engine, [put('a', '1')])
      assert.equal(await valueOf(engine, 'a'), '1')
    })
  })

  it('is found again after every connection was cut', () =>
    withEngine({}, async (engine) => {
      for (let turn = 1; turn <= 3; turn++) {
        await dropConnections()
        assert.equal(Number((await valueOf(engine, 'n')) ?? '0'), turn - 1)
        await dropConnections()
        // A statement on a connection that is already cut may get no answer: the caller retries.
        await increment(engine, 'n').catch(async (error: unknown) => {
          assert.ok(isUnavailable(error), String(error))
          if (Number((await valueOf(engine, 'n')) ?? '0') < turn) await increment(engine, 'n')
        })
      }
      await engine.ping()
    }))

  it('loses no acknowledged write and applies none twice while connections are cut', () =>
    withEngine({ writePool: 4 }, async (engine) => {
      let [acknowledged, unknown, stop] = [0, 0, false]
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; !stop; n++) {
          const key = `${writer}-${n}`
          try {
            await engine.transact({
              reads: [get('count'), get(key)],
              decide: ([count, own]) => ({
                mutations: [
                  put('count', String(Number(count?.toString() ?? '0') + 1)),
                  put(key, own === undefined ? 'once' : 'twice'),
                ],
                result: undefined,
              }),
            })
            acknowledged++
          } catch (error) {
            assert.ok(isUnavailable(error), String(error))
            unknown++
          }
        }
      })
      for (let cut = 0; cut < 6; cut++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await dropConnections()
      }
      stop = true
      await Promise.all(writers)
      const [count, page] = await engine.read([get('count'), range({ to: bytes('9~') })])
      assert.equal(Number(count!.toString()), page.entries.length, 'counted once each')
      assert.ok(page.entries.every(({ value }) => value.toString() === 'once'))
      assert.ok(page.entries.length >= acknowledged, 'what was acknowledged is there')
      assert.ok(page.entries.length <= acknowledged + unknown, 'what was not is there at most once')
    }))

  it('rolls back a transaction of several statements whose connection is cut', () =>
    withEngine({}, async (engine) => {
      let cut: Promise<unknown> | undefined
      const cutOnce = engine.transact({
        exclusive: [space],
        reads: [get('a')],
        decide([found]) {
          cut ??= dropConnections()
          return { mutations: [put('a', `${found?.toString() ?? ''}x`)], result: undefined }
        },
      })
      await cutOnce.catch((error: unknown) => assert.ok(isUnavailable(error), String(error)))
      await cut
      assert.ok(['x', undefined].includes(await valueOf(engine, 'a')), 'once or not at all')
      await write(engine, [put('b', '1')])
    }))

  it('is unavailable while a statement takes too long, and works after that', () =>
    withEngine(
      { statementTimeoutMs: 300, lockTimeoutMs: 60_000, waitMs: 100 },
      async (engine, schema) => {
        const relation = `${schema}.space_${space}_${space}`
        await admin.begin(async (sql) => {
          await sql.unsafe(`LOCK TABLE ${relation} IN ACCESS EXCLUSIVE MODE`)
          await assert.rejects(write(engine, [put('a', '1')]), isUnavailable)
          await assert.rejects(valueOf(engine, 'a'), isUnavailable)
        })
        // On a slow machine a statement may take longer than that without any lock.
        await until(
          () => write(engine, [put('a', '1')]).then(() => true, unlessUnavailable),
          () => 'it stays unavailable',
        )
      },
    ))

  it('is unavailable to a write that waits for a lock in vain, which is no conflict', () =>
    withEngine({ lockTimeoutMs: 50, waitMs: 10 }, async (engine, schema) => {
      const relation = `${schema}.space_${space}_${space}`
      await admin.begin(async (sql) => {
        await sql.unsafe(`LOCK TABLE ${relation} IN EXCLUSIVE MODE`)
        await assert.rejects(writeAlone(engine, put('a', '1')), isUnavailable)
      })
    }))

  it('is unavailable to requests that wait too long for a connection, and to no others', () =>
    withEngine({ writePool: 1, waitMs: 100 }, async (engine, schema) => {
      const relation = `${schema}.space_${space}_${space}`
      let waiting: Promise<PromiseSettledResult<void>[]> | undefined
      await admin.begin(async (sql) => {
        await sql.unsafe(`LOCK TABLE ${relation} IN ACCESS EXCLUSIVE MODE`)
        const keys = Array.from({ length: 5 }, (_, n) => `k${n}`)
        let refusals = 0
        const countRefusal = (error: unknown) => {
          refusals++
          throw error
        }
        waiting = Promise.allSettled(
          keys.map((key) => writeAlone(engine, put(key, '1')).catch(countRefusal)),
        )
        await until(
          () => refusals === 3,
          () => `${refusals} were refused`,
        )
      })
      const outcomes = await waiting!
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.equal(refused.length, 3)
      assert.ok(refused.every(({ reason }) => isUnavailable(reason)))
      const [page] = await engine.read([range()])
      assert.equal(page.entries.length, 2, 'who was refused has written nothing')
    }))
})

/** False while it is unavailable; any other error is one of ours. */
function unlessUnavailable(error: unknown): false {
  if (isUnavailable(error)) return false
  throw error
}

/** Shares no statement with other writes: none of them has this guard. */
function writeAlone(engine: Engine, mutation: Mutation): Promise<void> {
  return engine.transact({
    guards: [{ space: 0, key: bytes('never there'), value: undefined }],
    reads: [],
    decide: () => ({ mutations: [mutation], result: undefined }),
  })
}

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
