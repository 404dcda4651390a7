import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GrammeOptions } from '../server/gramme-options.js'
import { readOptions } from '../server/options.js'
import { startScreen, warningsFor } from './start-screen.js'

function check(options: GrammeOptions, ...expected: RegExp[]): void {
  it(JSON.stringify(options), () => {
    const warnings = warningsFor(readOptions(options))
    assert.equal(warnings.length, expected.length)
    for (const [i, pattern] of expected.entries()) assert.match(warnings[i]!, pattern)
  })
}

const open = /WITHOUT AUTHENTICATION/
const relaxed = /durability is RELAXED/

describe('warnings', () => {
  check({})
  check({ host: 'localhost' })
  check({ host: '::1' })
  check({ host: '127.9.9.9' })
  check({ host: '::ffff:127.0.0.1' })
  for (const host of ['0.0.0.0', '::', '192.168.1.4', '127.example.com']) {
    check({ host })
    check({ host, auth: 'open', openToNetwork: true }, open)
  }
  check({ durability: 'relaxed' }, relaxed)
  check({ durability: 'relaxed', inMemory: true })
  check(
    { durability: 'relaxed', host: '10.0.0.1', auth: 'open', openToNetwork: true },
    open,
    relaxed,
  )
})

describe('the start screen', () => {
  for (const [sharedRegions, expected] of [
    [false, /^separate for each region and account .*--shared-regions/],
    [true, /^shared by all regions and accounts$/],
  ] as const) {
    it(`says whose tables are seen: sharedRegions ${sharedRegions}`, () => {
      const settings = readOptions({ sharedRegions })
      const address = { host: 'localhost', port: 1, url: 'http://localhost:1' }
      const screen = startScreen({ version: '0', address, engine: 'any', settings })
      assert.match(/Tables +(.*)/.exec(screen)?.[1] ?? '', expected)
    })
  }

  for (const [options, expected] of [
    [{}, /^open: any credentials, for everybody on this machine; --auth iam verifies them$/],
    [{ auth: 'iam' }, /^iam: signatures are verified, policies decide$/],
    [{ host: '0.0.0.0' }, /^iam: .*; without TLS, data can be read on the way$/],
    [{ host: '0.0.0.0', tlsCert: 'c', tlsKey: 'k' }, /^iam: [^;]*$/],
    [{ host: '::', auth: 'open', openToNetwork: true }, /^open: .* who can reach this address/],
  ] as const) {
    it(`says who may call: ${JSON.stringify(options)}`, () => {
      const settings = readOptions(options)
      const address = { host: 'localhost', port: 1, url: 'http://localhost:1' }
      const screen = startScreen({ version: '0', address, engine: 'any', settings })
      assert.match(/Access +(.*)/.exec(screen)?.[1] ?? '', expected)
      assert.doesNotMatch(screen, /new access key/)
    })
  }

  for (const [options, expected] of [
    [{}, /^counted, limits nobody; --throttle on throttles as AWS does$/],
    [{ throttle: 'on' }, /^limited: requests beyond the throughput of a table are throttled$/],
  ] as const) {
    it(`says whether capacity is limited: ${JSON.stringify(options)}`, () => {
      const settings = readOptions(options)
      const address = { host: 'localhost', port: 1, url: 'http://localhost:1' }
      const screen = startScreen({ version: '0', address, engine: 'any', settings })
      assert.match(/Capacity +(.*)/.exec(screen)?.[1] ?? '', expected)
    })
  }

  it('shows a key of the root that was just made', () => {
    const settings = readOptions({ auth: 'iam' })
    const address = { host: 'localhost', port: 1, url: 'http://localhost:1' }
    const newRootKey = { accessKeyId: 'AKIA1', secretAccessKey: 's1' }
    const screen = startScreen({ version: '0', address, engine: 'any', settings, newRootKey })
    assert.match(screen, /AWS_ACCESS_KEY_ID=AKIA1\n +AWS_SECRET_ACCESS_KEY=s1\n/)
  })

  const checkData = (options: GrammeOptions, expected: string): void => {
    it(`shows ${expected}`, () => {
      const settings = readOptions(options)
      const address = { host: 'localhost', port: 1, url: 'http://localhost:1' }
      const screen = startScreen({ version: '0', address, engine: 'any', settings })
      assert.equal(/Data +(.*)/.exec(screen)?.[1], expected)
      assert.doesNotMatch(screen, /secret/)
    })
  }
  const at = (rest: string) => ({ engine: `postgres://me:secret@${rest}` })

  checkData({ dataDir: '/data' }, '/data')
  checkData({ engine: 'memory' }, 'in memory only, gone when the server stops')
  checkData(at('db1:5433/shop?sslmode=require&password=secret'), 'database shop on db1:5433')
  checkData(at('db1,db2:1/shop'), 'database shop on db1, db2:1')
  checkData({ engine: 'postgresql://[::1]:5432' }, 'the default database on [::1]:5432')
  checkData({ engine: 'postgres:///shop?host=/run' }, 'database shop on the default host')
  checkData(at('se/cret@db1/shop'), 'database shop on db1')
})
