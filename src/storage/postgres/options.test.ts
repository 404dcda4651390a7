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
