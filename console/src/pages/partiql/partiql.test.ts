import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainStatement } from '../../code/explain-statement.js'
import { readStatement } from '../../code/read-statement.js'
import type { TableFacts } from '../../code/table-facts.js'
import { fittingDrafts, readParameter, type ParameterDraft } from './parameter-draft.js'
import { planText } from './plan-text.js'
import { withEntry } from './shelf.js'

describe('a parameter', () => {
  const rows: readonly (readonly [ParameterDraft, object])[] = [
    [{ type: 'S', text: '' }, { value: { S: '' } }],
    [{ type: 'N', text: ' 12345678901234567890.5 ' }, { value: { N: '12345678901234567890.5' } }],
    [{ type: 'N', text: 'x' }, { fault: 'It is not a number.' }],
    [{ type: 'B', text: 'AAE=' }, { value: { B: 'AAE=' } }],
    [{ type: 'B', text: '?' }, { fault: 'It is no base64.' }],
    [{ type: 'BOOL', text: 'true' }, { value: { BOOL: true } }],
    [{ type: 'NULL', text: '' }, { value: { NULL: true } }],
    [{ type: 'JSON', text: '{"SS":["a"]}' }, { value: { SS: ['a'] } }],
    [{ type: 'JSON', text: '5' }, { fault: 'It is no DynamoDB JSON, such as {"SS": ["a", "b"]}.' }],
  ]
  for (const [draft, expected] of rows) {
    it(`${draft.type} ${draft.text}`, () => assert.deepEqual(readParameter(draft), expected))
  }

  it('is kept when others come and go', () => {
    const draft: ParameterDraft = { type: 'N', text: '1' }
    assert.deepEqual(fittingDrafts([draft], 2), [draft, { type: 'S', text: '' }])
    assert.deepEqual(fittingDrafts([draft, draft], 1), [draft])
  })
})

describe('a plan', () => {
  const table: TableFacts = {
    name: 'Music',
    partition: ['Artist'],
    sort: ['Song'],
    items: 12_408,
    bytes: 3_100_000,
    indexes: [],
  }
  const rows: readonly (readonly [string, string, string])[] = [
    ['SELECT * FROM Music', 'Scan of Music: reads all 12,408 items, 3.1 MB', 'about 378.5 RCU'],
    [
      `SELECT * FROM Music WHERE Artist = 'a' AND x = 1`,
      'Query on Music, 1 partition',
      '0.5 to 378.5 RCU',
    ],
    [
      `DELETE FROM Music WHERE Artist = 'a' AND Song = 'b'`,
      'Delete the item Artist = a, Song = b in Music',
      'at least 1 WCU',
    ],
  ]
  for (const [text, line, cost] of rows) {
    it(text, () => {
      const plan = planText(explainStatement(readStatement(text)!, table))
      assert.deepEqual([plan.line, plan.cost], [line, cost])
    })
  }
})

describe('a shelf of statements', () => {
  it('has the newest first, each once, and not too many', () => {
    const shelf = ['a', 'b', 'c'].reduce<readonly string[]>(
      (entries, entry) => withEntry(entries, entry, (each) => each, 2),
      [],
    )
    assert.deepEqual(shelf, ['c', 'b'])
    assert.deepEqual(
      withEntry(shelf, 'b', (each) => each, 2),
      ['b', 'c'],
    )
  })
})
