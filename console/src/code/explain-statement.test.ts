import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainStatement } from './explain-statement.js'
import { parameterCount, readStatement } from './read-statement.js'
import { splitStatements, statementAt } from './split-statements.js'
import type { TableFacts } from './table-facts.js'

const music: TableFacts = {
  name: 'Music',
  partition: ['Artist'],
  sort: ['Song'],
  items: 1000,
  bytes: 409_600,
  indexes: [
    {
      name: 'ByYear',
      kind: 'global',
      partition: ['Year'],
      sort: ['Song'],
      items: 900,
      bytes: 40_960,
      projected: new Set(['Artist', 'Song', 'Year']),
    },
    {
      name: 'ByLabel',
      kind: 'global',
      partition: ['Label'],
      sort: [],
      items: 10,
      bytes: 4096,
      projected: undefined,
    },
  ],
}

describe('a text of several statements', () => {
  it('is cut at semicolons outside of strings, names and comments', () => {
    const text = `SELECT * FROM "a;b" WHERE x = 'it''s; fine' -- not; here
      ; /* nor; here */ DELETE FROM b WHERE k = 1;;
      -- nothing
    `
    assert.deepEqual(
      splitStatements(text).map((part) => part.text),
      [`SELECT * FROM "a;b" WHERE x = 'it''s; fine'`, 'DELETE FROM b WHERE k = 1'],
    )
  })

  it('keeps an open string together', () => {
    assert.equal(splitStatements(`SELECT 'a; b`).length, 1)
  })

  it('knows the statement at the cursor', () => {
    const text = 'SELECT 1; SELECT 2 ; '
    assert.equal(statementAt(text, 3)?.text, 'SELECT 1')
    assert.equal(statementAt(text, 12)?.text, 'SELECT 2')
    assert.equal(statementAt(text, text.length)?.text, 'SELECT 2')
    assert.equal(statementAt(' -- no', 2), undefined)
  })

  it('counts parameters', () => {
    assert.equal(parameterCount(`SELECT ? FROM "?" WHERE a = '?' AND b IN [?, ?] -- ?`), 3)
  })
})

describe('what a SELECT does', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['SELECT * FROM Music', 'Scan'],
    [`SELECT * FROM "Music" WHERE "Artist" = 'a'`, 'Query 1'],
    [`SELECT * FROM Music WHERE 'a' = Artist`, 'Query 1'],
    [`SELECT * FROM Music WHERE Artist = 'a' AND Song = 'b'`, 'Get 1'],
    [`SELECT * FROM Music WHERE (Artist = 'a') AND ((Song = 'b'))`, 'Get 1'],
    [`SELECT * FROM Music WHERE Artist = ? AND begins_with("Song", 'D')`, 'Query 1 sort'],
    [`SELECT * FROM Music WHERE Artist = ? AND Song BETWEEN 'a' AND 'b' AND x = 1`, 'Query 1 sort'],
    [`SELECT * FROM Music WHERE Artist IN ['a', 'b', ?]`, 'Query 3'],
    [`SELECT * FROM Music WHERE Artist IN ('a', 'b') AND Song = 'c'`, 'Get 2'],
    [`SELECT * FROM Music WHERE Artist = 'a' OR Artist = 'b'`, 'Query 2'],
    [`SELECT * FROM Music WHERE Artist = 'a' OR Song = 'b'`, 'Scan'],
    [`SELECT * FROM Music WHERE Artist = 'a' AND (x = 1 OR y = 2)`, 'Query 1'],
    [`SELECT * FROM Music WHERE Artist > 'a'`, 'Scan'],
    [`SELECT * FROM Music WHERE NOT Artist = 'a'`, 'Scan'],
    [`SELECT * FROM Music WHERE Artist = 'a' AND Artist = 'b'`, 'Scan'],
    [`SELECT * FROM Music WHERE Artist.x = 'a'`, 'Scan'],
    [`SELECT * FROM Music WHERE Artist = upper`, 'Scan'],
    [`SELECT * FROM Music WHERE size(Artist) = 1`, 'Scan'],
    [`SELECT * FROM Music WHERE Song = 'b'`, 'Scan'],
    [`SELECT * FROM Music.ByYear WHERE Year = 2026 AND Song = 'b'`, 'Query 1 sort'],
    [`SELECT a[0].b, c FROM "Music"."ByYear" WHERE "Year" = -5 ORDER BY Song DESC`, 'Query 1'],
  ]
  for (const [text, expected] of rows) {
    it(text, () => {
      const { access, reads, usesSort } = explained(text)
      const single = access === 'Get'
      assert.equal(
        [access, reads > 0 && reads, usesSort && !single && 'sort'].filter(Boolean).join(' '),
        expected,
      )
    })
  }

  it('costs what is read', () => {
    assert.deepEqual(explained('SELECT * FROM Music').units, { least: 50, most: 50 })
    const { units } = explained(`SELECT * FROM Music WHERE Artist = 'a'`)
    assert.deepEqual(units, { least: 0.5, most: 50 })
  })

  it('names the index that would do without a Scan', () => {
    assert.equal(explained(`SELECT * FROM Music WHERE Label = 'x'`).betterIndex, 'ByLabel')
    assert.equal(explained(`SELECT * FROM Music WHERE Year = 1`).betterIndex, undefined)
    assert.equal(explained(`SELECT Song FROM Music WHERE Year = 1`).betterIndex, 'ByYear')
    assert.equal(explained(`SELECT Song FROM Music.ByYear WHERE Artist = 'a'`).betterIndex, '')
  })

  it('tells what only filters', () => {
    const text = `SELECT * FROM Music WHERE Artist = 'a' AND (x = 1 OR contains(y.z, 'q'))`
    assert.deepEqual(explained(text).filters, ['x', 'y'])
  })

  it('warns of an index that is not there', () => {
    assert.deepEqual(explained('SELECT * FROM Music.Nope').warnings, ['Music has no index Nope.'])
  })
})

describe('what a write does', () => {
  it('names the item', () => {
    const text = `UPDATE Music SET plays = plays + 1 REMOVE x.y WHERE Artist = ? AND Song = 'b' RETURNING ALL NEW *`
    const write = explain(text, [{ S: 'a' }])
    assert.deepEqual(write.kind === 'write' && write.key, { Artist: { S: 'a' }, Song: { S: 'b' } })
    assert.deepEqual(write.warnings, [])
  })

  it('is told for an INSERT from its item', () => {
    const write = explain(
      `INSERT INTO Music VALUE {'Artist': 'a', 'Song': 's', 'n': [1, {'x': <<'a'>>}]}`,
    )
    assert.ok(write.kind === 'write')
    assert.deepEqual(
      [write.access, write.key],
      ['Insert', { Artist: { S: 'a' }, Song: { S: 's' } }],
    )
    assert.deepEqual(write.units, { least: 1, most: 3 })
  })

  it('warns if the WHERE does not name one item', () => {
    const sentence = 'The WHERE has to name one item: Artist and Song, each with an equal sign.'
    assert.deepEqual(explain(`DELETE FROM Music WHERE Artist = 'a'`).warnings, [sentence])
    assert.deepEqual(explain(`DELETE FROM Music`).warnings, [sentence])
  })
})

describe('a text that is not understood', () => {
  const texts = [
    '',
    'SELECT',
    'SELECT * FROM',
    'DROP TABLE x',
    'SELECT * FROM a WHERE',
    `'`,
    '((((',
  ]
  for (const text of texts) {
    it(`is left to the server: ${text}`, () => assert.equal(readStatement(text), undefined))
  }

  it('may be very deep', () => {
    assert.equal(readStatement(`SELECT * FROM a WHERE ${'('.repeat(50_000)}`), undefined)
    assert.equal(readStatement(`SELECT * FROM a WHERE ${'NOT '.repeat(50_000)} x`), undefined)
  })
})

function explain(text: string, values: Parameters<typeof readStatement>[1] = []) {
  const statement = readStatement(text, values)
  assert.ok(statement !== undefined, text)
  return explainStatement(statement, music)
}

function explained(text: string) {
  const explanation = explain(text)
  assert.ok(explanation.kind === 'read')
  return explanation
}
