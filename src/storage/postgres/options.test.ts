import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerGraceMs } from './limits.js'
import { withDefaults } from './options.js'
import { readPostgresUrl } from './url.js'

describe('the default deadlines of a database', () => {
  const defaults = withDefaults(readPostgresUrl('postgres://u@h/d'))

  it('end what holds others up before the others give up', () => {
    const { idleTransactionTimeoutMs, lockTimeoutMs, statementTimeoutMs } = defaults
    assert.ok(idleTransactionTimeoutMs < lockTimeoutMs)
    assert.ok(lockTimeoutMs < statementTimeoutMs)
  })

  it('answer a request that met a hanging database within ten seconds', () => {
    assert.ok(defaults.statementTimeoutMs + answerGraceMs <= 10_000)
  })
})

describe('prepared statements', () => {
  const check = (url: string, expected: boolean): void => {
    it(`are ${expected ? '' : 'not '}used by default: ${url}`, () => {
      assert.equal(withDefaults(readPostgresUrl(url)).prepare, expected)
    })
  }
  check('postgres://u@h/d', true)
  check('postgres://u@h/d?pooler=session', true)
  check('postgres://u@h/d?pooler=transaction', false)
  check('postgres://u@h/d?pooler=transaction&prepare=true', true)
})
