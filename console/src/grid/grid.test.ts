import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../values/attribute-value.js'
import { numberTitle, ttlFacts } from './cell-facts.js'
import {
  arrange,
  fitted,
  moved,
  plainLayout,
  resized,
  toggled,
  visibleColumns,
} from './column-layout.js'
import { ColumnTracker } from './column-tracker.js'
import { copiedJson, copiedText } from './copied-range.js'
import { firstCell, moveCursor, placed, rangeOf } from './grid-cursor.js'
import { itemRows, transposed } from './grid-rows.js'
import { bytesInMemoryMax, columnWidthMax, columnWidthMin, rowsInMemoryMax } from './limits.js'
import { PagedItems } from './paged-items.js'

const items: readonly Item[] = [
  { pk: { S: 'a' }, n: { N: '0' }, flag: { BOOL: false } },
  { pk: { S: 'b' }, n: { S: 'x\ty' }, rare: { S: 'long '.repeat(200) } },
  { pk: { S: 'c' }, n: { N: '12345678901234567890' } },
]

describe('columns', () => {
  const tracker = new ColumnTracker()
  tracker.add(items)
  const columns = tracker.columns(['pk', 'absent'])
  const names = columns.map(({ name }) => name)

  it('are the attributes of all items: keys, then by frequency, then by name', () => {
    assert.deepEqual(names, ['pk', 'absent', 'n', 'flag', 'rare'])
  })
  it('know their types', () => {
    assert.deepEqual(columns[2]?.counts, [
      ['N', 2],
      ['S', 1],
    ])
    assert.equal(columns[2]?.type, 'N')
  })
  it('are as wide as their values, within bounds', () => {
    assert.equal(columns[0]?.width, columnWidthMin)
    assert.equal(columns[4]?.width, columnWidthMax)
  })
  it('keep what was made of them', () => {
    let layout = toggled(resized(plainLayout, 'n', 10), 'flag')
    layout = moved(layout, names, 'rare', 2)
    const shown = visibleColumns(arrange(columns, layout, ['pk', 'absent']), layout)
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['pk', 'absent', 'rare', 'n'],
    )
    assert.equal(shown[3]?.width, columnWidthMin)
    assert.deepEqual(fitted(layout, 'n').widths, {})
    assert.deepEqual(toggled(layout, 'flag').hidden, [])
  })
  it('stay behind the keys wherever they are moved to', () => {
    const layout = moved(plainLayout, names, 'rare', 0)
    assert.equal(arrange(columns, layout, ['pk'])[0]?.name, 'pk')
  })
})

describe('items in pages', () => {
  const page = (count: number, from: number): readonly Item[] =>
    Array.from({ length: count }, (_, at) => ({ pk: { N: String(from + at) } }))
  const filled = (pages: number, count: number, bytes: number): PagedItems => {
    const paged = new PagedItems()
    for (let at = 0; at < pages; at++) {
      const start = at === 0 ? undefined : { pk: { N: String(at * count - 1) } }
      paged.append(page(count, at * count), start, bytes)
    }
    return paged
  }

  it('are found by row', () => {
    const paged = filled(3, 10, 1)
    assert.equal(paged.count, 30)
    assert.deepEqual(paged.at(17), { pk: { N: '17' } })
    assert.equal(paged.at(30), undefined)
  })
  it('are dropped far from the eye, beyond the limit only', () => {
    const paged = filled(rowsInMemoryMax / 1000, 1000, 1)
    paged.dropFarFrom(0)
    assert.ok(paged.isWhole)
    paged.append(page(1, rowsInMemoryMax), { pk: { N: '0' } }, 1)
    paged.dropFarFrom(rowsInMemoryMax)
    assert.equal(paged.isWhole, false)
    assert.equal(paged.at(0), undefined)
    assert.notEqual(paged.at(1000), undefined)
    assert.equal(paged.count, rowsInMemoryMax + 1)
  })
  it('are dropped by their bytes, too', () => {
    const paged = filled(2, 10, bytesInMemoryMax)
    paged.dropFarFrom(19)
    assert.equal(paged.at(0), undefined)
    assert.notEqual(paged.at(10), undefined)
  })
  it('come back by the start key of their page', () => {
    const paged = filled(30, 1000, 1)
    paged.dropFarFrom(29_999)
    const [first, second] = paged.missing(500, 1500)
    assert.equal(first?.start, undefined)
    assert.deepEqual(second?.start, { pk: { N: '999' } })
    paged.fill(second, page(999, 1000))
    assert.deepEqual(paged.at(1998), { pk: { N: '1998' } })
    assert.equal(paged.at(1999), undefined)
    assert.equal(paged.missing(500, 1500).length, 1)
  })
})

describe('the cursor', () => {
  const bounds = { rows: 100, columns: 4, page: 20 }
  const check = (key: string, expected: readonly [number, number], control = false): void => {
    it(`${control ? 'Control+' : ''}${key}`, () => {
      const from = placed({ row: 50, column: 1 })
      const to = moveCursor(from, { key, shift: false, control }, bounds)
      assert.deepEqual([to?.row, to?.column], expected)
    })
  }
  check('ArrowUp', [49, 1])
  check('ArrowRight', [50, 2])
  check('PageDown', [70, 1])
  check('Home', [50, 0])
  check('End', [99, 3], true)
  check('ArrowUp', [0, 1], true)

  it('reaches the header and stops at the edges', () => {
    const up = moveCursor(firstCell, { key: 'ArrowUp', shift: false, control: false }, bounds)
    assert.equal(up?.row, -1)
    const left = moveCursor(firstCell, { key: 'ArrowLeft', shift: false, control: false }, bounds)
    assert.equal(left?.column, 0)
  })
  it('leaves its anchor behind with Shift', () => {
    const down = moveCursor(firstCell, { key: 'PageDown', shift: true, control: false }, bounds)
    assert.deepEqual(rangeOf(down!), { firstRow: 0, lastRow: 20, firstColumn: 0, lastColumn: 0 })
  })
})

describe('copying', () => {
  const rows = itemRows(items.length, (row) => items[row])
  const columns = ['pk', 'n', 'flag']
  const range = (firstRow: number, lastRow: number, firstColumn: number, lastColumn: number) => ({
    firstRow,
    lastRow,
    firstColumn,
    lastColumn,
  })

  it('gives plain values, zero and false among them', () => {
    assert.equal(copiedText(rows, columns, range(0, 0, 1, 1)), '0')
    assert.equal(copiedText(rows, columns, range(0, 0, 2, 2)), 'false')
    assert.equal(copiedText(rows, columns, range(2, 2, 1, 1)), '12345678901234567890')
  })
  it('gives tabs and lines for a range', () => {
    assert.equal(copiedText(rows, columns, range(0, 1, 0, 2)), 'a\t0\tfalse\nb\t"x\ty"\t')
  })
  it('gives DynamoDB JSON on demand', () => {
    assert.equal(copiedJson(rows, columns, range(0, 0, 1, 1)), '{"N":"0"}')
    assert.deepEqual(JSON.parse(copiedJson(rows, columns, range(0, 1, 0, 1))), [
      { pk: { S: 'a' }, n: { N: '0' } },
      { pk: { S: 'b' }, n: { S: 'x\ty' } },
    ])
  })
  it('exchanges rows and columns', () => {
    const tracker = new ColumnTracker()
    tracker.add(items)
    const turned = transposed(rows, tracker.columns(['pk']))
    assert.deepEqual(turned.rows.valueAt(0, 'Attribute'), { S: 'pk' })
    assert.deepEqual(turned.rows.valueAt(0, '3'), { S: 'c' })
    assert.equal(turned.columns.length, 4)
  })
})

describe('cells', () => {
  const now = 1_800_000_000_000
  const check = (text: string, expected: string, tone: string): void => {
    it(`TTL ${text}`, () => {
      const facts = ttlFacts({ N: text }, now)
      assert.equal(facts.text, expected)
      assert.equal(facts.tone, tone)
    })
  }
  check(String(1_800_000_000 + 3 * 86_400), 'in 3 days', 'plain')
  check(String(1_800_000_000 - 7200), 'expired 2 hours ago', 'expired')
  check('1800000000000', '1800000000000', 'wrong')
  check('7', '7', 'wrong')

  it('a TTL that is no number never expires', () => {
    assert.equal(ttlFacts({ S: '1800000000' }, now).tone, 'wrong')
  })
  it('numbers are grouped on hover, with a time if they look like one', () => {
    assert.equal(numberTitle('1234567'), '1 234 567')
    assert.match(numberTitle('1800000000'), /2027/)
    assert.match(numberTitle('1800000000000000000'), /2027/)
    assert.equal(numberTitle('12.5'), '12.5')
  })
})
