import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readOptions, type GrammeOptions } from '../server/options.js'
import { warningsFor } from './start-screen.js'

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
  check({ host: '0.0.0.0' }, open)
  check({ host: '::' }, open)
  check({ host: '192.168.1.4' }, open)
  check({ host: '127.example.com' }, open)
  check({ durability: 'relaxed' }, relaxed)
  check({ durability: 'relaxed', inMemory: true })
  check({ durability: 'relaxed', host: '10.0.0.1' }, open, relaxed)
})
