import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  fillPrefix,
  fillTemplate,
  matchTemplate,
  parseTemplate,
  variablesOf,
} from './key-template.js'

describe('key templates', () => {
  const check = (
    source: string,
    text: string,
    values: Record<string, string> | undefined,
  ): void => {
    it(`${source} ${values === undefined ? 'does not fit' : 'fits'} ${text}`, () => {
      const template = parseTemplate(source)
      assert.deepEqual(matchTemplate(template, text), values)
      if (values !== undefined) assert.equal(fillTemplate(template, values), text)
    })
  }

  check('ORDER#<date>#<id>', 'ORDER#2026-01-02#7', { date: '2026-01-02', id: '7' })
  check('ORDER#<date>#<id>', 'ORDER#2026-01-02#7#8', { date: '2026-01-02', id: '7#8' })
  check('ORDER#<date>#<id>', 'ORDER#2026-01-02', undefined)
  check('ORDER#<date>#<id>', 'ORDER##7', undefined)
  check('PROFILE', 'PROFILE', {})
  check('PROFILE', 'PROFILE2', undefined)
  check('<year>', '1999', { year: '1999' })
  check('<a>#<a>', 'x#x', { a: 'x' })
  check('<a>#<a>', 'x#y', undefined)
  check('a.b+(<c>)', 'a.b+(1)', { c: '1' })
  check('a.b-<c>', 'axb-1', undefined)
  check('${user}/x', '1/x', { user: '1' })
  check('T|<line>', 'T|two\nlines', { line: 'two\nlines' })

  it('is filled as far as values are known', () => {
    const template = parseTemplate('ORDER#<date>#<id>')
    assert.deepEqual(variablesOf(template), ['date', 'id'])
    assert.deepEqual(fillPrefix(template, { id: '7' }), {
      text: 'ORDER#',
      rest: template.parts.slice(1),
    })
    assert.equal(fillTemplate(template, { id: '7' }), undefined)
  })
})
