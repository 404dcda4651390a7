import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyRead, type ReadState } from '../../code/read-state.js'
import type { Item } from '../../values/attribute-value.js'
import { allExpanded } from './expand-all.js'
import { expandedRowsMax } from './limits.js'
import { withQueriesOf, writeQueryFile } from './query-file.js'

describe('expanding all rows', () => {
  const items: readonly Item[] = [
    { id: { S: 'a' }, m: { M: { x: { N: '1' } } }, l: { L: [] } },
    { id: { S: 'b' }, l: { L: [{ N: '1' }] } },
  ]
  const rows = {
    rows: items.length,
    itemAt: (row: number) => items[row],
    columns: ['id', 'm', 'l'],
    cursor: { column: 0 },
  }

  it('takes the first column that can be expanded, or that of the cursor', () => {
    assert.deepEqual([...allExpanded(new Map(), rows)], [[0, 'm']])
    assert.deepEqual(
      [...allExpanded(new Map(), { ...rows, cursor: { column: 2 } })],
      [
        [0, 'l'],
        [1, 'l'],
      ],
    )
  })

  it('closes what is open, and does nothing where nothing can be opened', () => {
    assert.equal(allExpanded(new Map([[1, 'l']]), rows).size, 0)
    assert.equal(allExpanded(new Map(), { ...rows, columns: ['id'] }).size, 0)
  })

  it('expands so many rows and no more', () => {
    const many = { ...rows, rows: expandedRowsMax + 1, itemAt: () => items[0] }
    assert.equal(allExpanded(new Map(), many).size, expandedRowsMax)
    assert.equal(allExpanded(new Map(), { ...many, rows: expandedRowsMax }).size, expandedRowsMax)
  })
})

describe('files of saved queries', () => {
  const state: ReadState = {
    ...emptyRead,
    kind: 'query',
    index: 'GSI1',
    partition: [{ S: 'USER#1' }],
    sort: [{ operator: 'between', values: [{ N: '1' }, { N: '2' }] }],
    filters: [{ path: 'a.b', operator: '=', values: [{ BOOL: true }] }],
    limit: 7,
    descending: true,
  }

  it('are read as they were written', () => {
    const saved = [{ name: 'mine', state }]
    assert.deepEqual(withQueriesOf([], writeQueryFile(saved)), saved)
  })

  it('replace queries of the same name and leave the others', () => {
    const other = { name: 'other', state: emptyRead }
    const text = writeQueryFile([{ name: 'mine', state }])
    const merged = withQueriesOf([{ name: 'mine', state: emptyRead }, other], text)
    assert.deepEqual(merged, [{ name: 'mine', state }, other])
  })

  it('that hold none are told apart', () => {
    for (const text of ['', '[]', '{}', '{"savedQueries":[{"query":{}}]}']) {
      assert.equal(withQueriesOf([], text), undefined, text)
    }
  })
})
