import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGiven, type HeapSettingName } from './heap-settings.js'

function check(nodeFlags: readonly string[], name: HeapSettingName, expected: boolean): void {
  const what = nodeFlags.join(' ') || 'nothing'
  it(`${what} ${expected ? 'decides' : 'does not decide'} about ${name}`, () => {
    assert.equal(isGiven(name, nodeFlags), expected)
  })
}

describe('settings of the heap', () => {
  check([], 'heap-growing-percent', false)
  check(['--max-old-space-size=512'], 'heap-growing-percent', false)
  check(['--heap-growing-percent=300'], 'heap-growing-percent', true)
  check(['--heap-growing-percent=300'], 'allocation-site-pretenuring', false)
  check(['--max-semi-space-size=8', '--heap_growing_percent=300'], 'heap-growing-percent', true)
  check(['--allocation-site-pretenuring'], 'allocation-site-pretenuring', true)
  check(['--no-allocation-site-pretenuring'], 'allocation-site-pretenuring', true)
  check(['--noallocation_site_pretenuring'], 'allocation-site-pretenuring', true)
})
