import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnusable } from '../errors.js'
import type { PostgresOptions } from './options.js'
import { readPostgresUrl } from './url.js'

describe('the URL of a database', () => {
  const check = (url: string, expected: Partial<PostgresOptions>): void => {
    it(`is understood: ${url}`, () => {
      const options = readPostgresUrl(url)
      const found = Object.keys(expected).map((name) => [
        name,
        options[name as keyof PostgresOptions],
      ])
      assert.deepEqual(Object.fromEntries(found), expected)
    })
  }
  const one = { host: 'h', port: 5432 }

  check('postgres://u@h/d', { user: 'u', hosts: [one], database: 'd', password: undefined })
  check('postgresql://u:p%40ss:w@h:1234/d', {
    password: 'p@ss:w',
    hosts: [{ host: 'h', port: 1234 }],
  })
  check('postgres://u:@h/d', { password: '' })
  check('postgres://u:p@h,h2:5433,[::1]:7/d%2Fe', {
    hosts: [one, { host: 'h2', port: 5433 }, { host: '::1', port: 7 }],
    database: 'd/e',
    url: 'postgres://u@h,h2:5433,[::1]:7/d%2Fe',
  })
  check('postgres://u@%2Fvar%2Frun/d', { hosts: [{ host: '/var/run', port: 5432 }] })
  check('postgres://u@/d?host=/var/run', { hosts: [{ host: '/var/run', port: 5432 }] })
  check('postgres://u@h/d?schema=s&isolation=serializable&readPool=3&writePool=40&prepare=false', {
    schema: 's',
    isolation: 'serializable',
    readPool: 3,
    writePool: 40,
    prepare: false,
  })
  check('postgres://u@h/d?pooler=transaction', { pooler: 'transaction' })
  check('postgres://u@h/d?statementTimeoutMs=7&lockTimeoutMs=8&connectTimeoutMs=9&waitMs=10', {
    statementTimeoutMs: 7,
    lockTimeoutMs: 8,
    connectTimeoutMs: 9,
    waitMs: 10,
  })
  check('postgres://u@h/d?idleTransactionTimeoutMs=7', { idleTransactionTimeoutMs: 7 })
  check('postgres://u@h/d?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem', {
    ssl: { mode: 'verify-full', rootCert: '/ca.pem', cert: '/c.pem', key: '/k.pem' },
  })

  const refuse = (url: string, expected: RegExp): void => {
    it(`is refused: ${url}`, () => {
      assert.throws(
        () => readPostgresUrl(url),
        (error: unknown) => {
          assert.ok(error instanceof StoreUnusable)
          assert.match(error.message, expected)
          assert.match(error.message, /^The PostgreSQL URL .*\.$/)
          assert.ok(!error.message.includes('secret'), 'the password is not shown')
          return true
        },
      )
    })
  }

  refuse('http://u:secret@h/d', /is not of the form/)
  refuse('postgres://h/d', /names no user/)
  refuse('postgres://:secret@h/d', /names no user/)
  refuse('postgres://u:secret@h', /names no database/)
  refuse('postgres://u:secret@h/', /names no database/)
  refuse('postgres://u:secret@/d', /names no host/)
  refuse('postgres://u:secret@h,/d', /names no host/)
  refuse('postgres://u:secret@h:0/d', /port/)
  refuse('postgres://u:secret@h:65536/d', /port/)
  refuse('postgres://u:secret@h:x/d', /host that cannot be read/)
  refuse('postgres://u:se%cret%@h/d', /password that is not percent-encoded/)
  refuse('postgres://u:secret@h/d?sslmode=on', /sslmode that is none of disable/)
  refuse('postgres://u:secret@h/d?sslrootcert=/ca.pem', /certificates but no sslmode/)
  refuse('postgres://u:secret@h/d?sslMode=require', /not known: sslMode/)
  refuse('postgres://u:secret@h/d?readPool=0', /readPool that is not between 1 and 1000/)
  refuse('postgres://u:secret@h/d?writePool=1001', /writePool/)
  refuse('postgres://u:secret@h/d?schema=', /leaves schema empty/)
  refuse('postgres://u:secret@h/d?schema=a&schema=b', /says schema twice/)
  check(`postgres://u@h/d?schema=${'s'.repeat(63)}`, { schema: 's'.repeat(63) })
  refuse(`postgres://u:secret@h/d?schema=${'s'.repeat(64)}`, /schema of more than 63 bytes/)
  refuse(`postgres://u:secret@h/d?schema=${'é'.repeat(32)}`, /schema of more than 63 bytes/)
})
