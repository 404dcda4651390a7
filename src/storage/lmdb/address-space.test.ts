import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasUnlimitedAddresses } from './address-space.js'

const limits = (addresses: string) =>
  [
    'Limit                     Soft Limit           Hard Limit           Units',
    'Max resident set          unlimited            unlimited            bytes',
    `Max address space         ${addresses}            unlimited            bytes`,
  ].join('\n')

describe('the address space for the file', () => {
  it('is large only if the process may have any amount', () => {
    assert.equal(hasUnlimitedAddresses(limits('unlimited')), true)
    assert.equal(hasUnlimitedAddresses(limits('20480000000')), false)
    assert.equal(hasUnlimitedAddresses(''), false)
  })
})
