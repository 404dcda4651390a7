import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flagOf, variableOf } from './option-flags.js'
import { optionNames, optionTable } from './option-table.js'
import { readOptions } from './options.js'

describe('the table of options', () => {
  for (const name of optionNames) {
    const { rule, placeholder } = optionTable[name]
    const initial: unknown = optionTable[name].default
    it(`${name} has a default that keeps its own rule, and a placeholder if it takes a value`, () => {
      assert.ok(initial === undefined || rule.holds(initial))
      assert.equal(placeholder === undefined, rule.kind === 'switch')
    })
  }

  for (const [host, auth] of [
    ['127.0.0.1', 'open'],
    ['localhost', 'open'],
    ['::1', 'open'],
    ['0.0.0.0', 'iam'],
    ['::', 'iam'],
    ['db.example.com', 'iam'],
  ] as const) {
    it(`${host} is ${auth} unless told otherwise`, () => {
      assert.equal(readOptions({ host }).auth, auth)
      assert.equal(readOptions({ host, auth: 'iam' }).auth, 'iam')
    })
  }

  it('names flags and variables after options', () => {
    assert.equal(flagOf('ttlSweepIntervalMs'), 'ttl-sweep-interval-ms')
    assert.equal(variableOf('ttlSweepIntervalMs'), 'GRAMME_TTL_SWEEP_INTERVAL_MS')
  })

  it('leaves open only what has no default', () => {
    const open = Object.entries(readOptions({ engine: 'memory' }))
      .filter(([, value]) => value === undefined)
      .map(([name]) => name)
    const vectors = ['vectorMemoryMb', 'vectorThreads']
    const sizes = ['memoryInFlightMb', 'readPool', 'writePool', 'daxPort', ...vectors]
    const places = [
      'backupsTo',
      'bucketsDir',
      'kinesisEndpoint',
      'oidcKeys',
      'otlpEndpoint',
      'auditFile',
      'daxAnnounce',
      'daxMemoryMb',
      's3Endpoint',
      'tlsCert',
      'tlsClientCa',
      'tlsKey',
      'triggers',
    ]
    const keys = [
      'iamFile',
      'metricsToken',
      'rootAccessKeyId',
      'rootSecretAccessKey',
      'masterKey',
      'masterKeyFile',
      'kmsEndpoint',
      'kmsKeyArn',
    ]
    const expected = [...places, ...sizes, ...keys]
    assert.deepEqual(open.sort(), expected.sort())
  })
})
