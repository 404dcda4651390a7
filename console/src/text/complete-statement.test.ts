import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeStatement } from './complete-statement.js'
import type { StatementSchema } from './statement-schema.js'

const schema: StatementSchema = {
  tables: [
    {
      name: 'Music',
      indexes: [{ name: 'ByYear' }],
      attributes: [{ name: 'Artist', detail: 'key' }, { name: 'Year' }, { name: 'release-date' }],
    },
    { name: 'Orders', indexes: [], attributes: [{ name: 'id', detail: 'key' }] },
  ],
}

/** The cursor is where the bar is. */
function offered(text: string, kind?: string): readonly string[] | undefined {
  const offset = text.indexOf('|')
  const found = completeStatement(text.replace('|', ''), offset, schema)
  return found?.offers
    .filter((offer) => kind === undefined || offer.kind === kind)
    .map((offer) => offer.apply ?? offer.label)
}

describe('what an editor of statements offers', () => {
  const attributes = ['Artist', 'Year', '"release-date"']
  const rows: readonly (readonly [string, string | undefined, readonly string[]])[] = [
    ['SELECT * FROM |', undefined, ['"Music"', '"Orders"']],
    ['SELECT * FROM "Mu|', undefined, ['"Music"', '"Orders"']],
    ['UPDATE |', undefined, ['"Music"', '"Orders"']],
    ['SELECT * FROM "Music".|', undefined, ['"ByYear"']],
    ['SELECT * FROM Music.By|', undefined, ['"ByYear"']],
    ['SELECT * FROM "Orders".|', undefined, []],
    ['SELECT * FROM Music WHERE |', 'attribute', attributes],
    ['SELECT | FROM Music', 'attribute', attributes],
    ['DELETE FROM Orders WHERE id = 1; SELECT * FROM Music WHERE Ar|', 'attribute', attributes],
    ['DELETE FROM Orders WHERE |; SELECT * FROM Music', 'attribute', ['id']],
    ['SELECT * FROM Nowhere WHERE |', 'attribute', []],
    ['DELETE |', undefined, ['FROM']],
    ['SELECT * FROM Music ORDER |', undefined, ['BY']],
    ['SELECT * FROM Music WHERE a.|', undefined, []],
  ]
  for (const [text, kind, expected] of rows) {
    it(text, () => assert.deepEqual(offered(text, kind), expected))
  }

  it('begins with the words of statements', () => {
    assert.ok(offered('|')?.includes('SELECT'))
    assert.ok(offered('SELECT * FROM a; |')?.includes('UPDATE'))
  })

  it('has functions and operators where they fit', () => {
    assert.ok(offered('SELECT * FROM Music WHERE be|')?.includes('begins_with('))
    assert.ok(offered('SELECT * FROM Music W|')?.includes('WHERE'))
    assert.ok(offered('SELECT * FROM Music WHERE Artist |')?.includes('BETWEEN'))
  })

  for (const text of [`SELECT * FROM a WHERE b = 'x|`, 'SELECT 1 -- no|', 'SELECT 12|', '/* a |']) {
    it(`is silent in ${text}`, () => assert.equal(offered(text), undefined))
  }

  it('replaces the word and its closing quote', () => {
    const found = completeStatement('SELECT * FROM "Mu"', 17, schema)
    assert.deepEqual([found?.from, found?.to], [14, 18])
  })
})
