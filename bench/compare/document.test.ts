import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { withPart } from './document.js'
import { partNames } from './plan.js'

describe('document of the comparison', () => {
  it('keeps what is around a part', () => {
    const before = 'above\n<!-- compare: rows -->\nold\n<!-- end of rows -->\nbelow\n'
    const after = withPart(before, 'rows', 'new')
    assert.equal(after, 'above\n<!-- compare: rows -->\n\nnew\n\n<!-- end of rows -->\nbelow\n')
    assert.equal(withPart(after, 'rows', 'new'), after)
  })

  it('has a place for every part', () => {
    const text = readFileSync('docs/performance.md', 'utf8')
    for (const part of partNames) withPart(text, part, '')
    assert.throws(() => withPart('', 'rows', ''))
  })
})
