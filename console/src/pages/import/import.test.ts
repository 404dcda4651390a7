import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Item } from '../../values/attribute-value.js'
import { printDynamoJson } from '../../values/dynamodb-json.js'
import { diceOf, randomItem } from '../../values/random-items-suite.js'
import { cellValue, guessColumns, typedValue, type ColumnType } from './columns.js'
import { formatOf } from './file-format.js'
import type { NamedFile } from './file-text.js'
import { readItems, type ReadingOptions, type ReadRecord } from './read-items.js'
import { delimiterOf, splitCsv, splitJson } from './split-records.js'

const keys = [{ name: 'pk', type: 'S', role: 'partition' }] as const
const long = '12345678901234567890123456789012345678'

function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): NamedFile {
  const blob = new Blob([content])
  return { name, size: blob.size, stream: () => blob.stream() }
}

async function collect<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const each of source) all.push(each)
  return all
}

/** In pieces of every length, so that every border falls everywhere. */
async function* pieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

describe('records of JSON', () => {
  const check = (
    name: string,
    text: string,
    expected: readonly (readonly [string, number])[],
  ): void => {
    it(name, async () => {
      for (let length = 1; length < 9; length++) {
        const found = await collect(splitJson(pieces(text, length)))
        assert.deepEqual(
          found.map((each) => [each.text, each.line]),
          expected,
          `pieces of ${length}`,
        )
      }
    })
  }
  check('stand in lines', '{"a":1}\n{"a":2}\n', [
    ['{"a":1}', 1],
    ['{"a":2}', 2],
  ])
  check('stand in an array', '\uFEFF[\n{"a":"]}"},\n{"a":{"b":[1]}}\n]\n', [
    ['{"a":"]}"}', 2],
    ['{"a":{"b":[1]}}', 3],
  ])
  check('may have quotes in texts', '{"a":"\\"{"}{"b":"\\\\"}', [
    ['{"a":"\\"{"}', 1],
    ['{"b":"\\\\"}', 1],
  ])
  check('are reported if they do not end', '{"a":', [['{"a":', 1]])
})

describe('rows of CSV', () => {
  const check = (name: string, text: string, expected: readonly (readonly string[])[]): void => {
    it(name, async () => {
      for (let length = 1; length < 9; length++) {
        const rows = await collect(splitCsv(pieces(text, length), ','))
        assert.deepEqual(
          rows.map(({ cells }) => cells),
          expected,
          `pieces of ${length}`,
        )
      }
    })
  }
  check('end with a line break or without', 'a,b\r\n1,2\n\n3,4', [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
  check('may have quotes, commas and line breaks', '"a ""b""","c,\nd"\n,""\n', [
    ['a "b"', 'c,\nd'],
    ['', ''],
  ])
  it('are divided by what divides the first', () => {
    assert.equal(delimiterOf('a;b;c\n1,5;2;3'), ';')
    assert.equal(delimiterOf('a\tb'), '\t')
    assert.equal(delimiterOf('a'), ',')
  })
})

describe('columns', () => {
  it('are guessed by what is in them', () => {
    const rows = [
      ['1', '7', '007', 'true', long, '{"a":1}', ''],
      ['2', '-1.5e3', '12', 'FALSE', '1', '[1]', ''],
    ]
    const guessed = guessColumns(['pk', 'n', 'zip', 'b', 'long', 'json', 'empty'], rows, keys)
    assert.deepEqual(
      guessed.map(({ type }) => type),
      ['S', 'N', 'S', 'BOOL', 'N', 'JSON', 'S'],
    )
  })
  const check = (cell: string, type: ColumnType, expected: unknown): void => {
    it(`${cell} as ${type}`, () => assert.deepEqual(cellValue(cell, type, 'leave out'), expected))
  }
  check(long, 'N', { N: long })
  check('a, b', 'SS', { SS: ['a', 'b'] })
  check('["a,b"]', 'SS', { SS: ['a,b'] })
  check(`{"n":${long}}`, 'JSON', { M: { n: { N: long } } })
  check('', 'S', undefined)
  it('refuse what does not fit', () => {
    assert.throws(() => cellValue('x', 'N', 'leave out'), /not a number/)
    assert.throws(() => cellValue('x', 'BOOL', 'leave out'), /neither/)
    assert.throws(() => typedValue({ S: 'x' }, 'N'), /not of type N/)
  })
  it('of empty cells are what was asked for', () => {
    assert.deepEqual(cellValue('', 'N', 'null'), { NULL: true })
    assert.deepEqual(cellValue('', 'S', 'empty text'), { S: '' })
  })
})

async function readAll(
  file: NamedFile,
  more: Partial<ReadingOptions> = {},
): Promise<readonly ReadRecord[]> {
  const format = await formatOf(file)
  return collect(readItems(file, { format, columns: [], emptyCells: 'leave out', keys, ...more }))
}

describe('items of files', () => {
  const items = Array.from({ length: 60 }, (_, at): Item => ({
    ...randomItem(diceOf(at + 1)),
    pk: { S: `k${at}` },
  }))
  const expectAll = async (file: NamedFile): Promise<void> => {
    const records = await readAll(file)
    assert.deepEqual(
      records.map((record) => ('item' in record ? record.item : record)),
      items,
    )
  }
  it('are the same in every form of DynamoDB JSON', async () => {
    const lines = items.map((item) => JSON.stringify({ Item: item })).join('\n')
    await expectAll(fileOf('a.jsonl', lines))
    await expectAll(fileOf('data.json.gz', new Uint8Array(gzipSync(lines))))
    await expectAll(fileOf('a.json', JSON.stringify(items)))
    await expectAll(fileOf('b.json', items.map((item) => printDynamoJson(item)).join('\n')))
    await expectAll(fileOf('scan.json', JSON.stringify({ Items: items, Count: 60 }, undefined, 2)))
    await expectAll(
      fileOf('batch.json', JSON.stringify(items.map((Item) => ({ PutRequest: { Item } })))),
    )
  })
  it('of an incremental export are the new images', async () => {
    const Keys = { pk: { S: 'a' } }
    const lines = [
      { Keys, NewImage: { ...Keys, n: { N: '1' } } },
      { Keys, OldImage: Keys },
    ]
    const records = await readAll(
      fileOf('e.json', lines.map((line) => JSON.stringify(line)).join('\n')),
    )
    assert.ok('item' in records[0]!)
    assert.ok('deleted' in records[1]!)
  })
  it('of plain JSON keep every digit', async () => {
    const [record] = await readAll(fileOf('a.json', `[{"pk":"a","n":${long},"l":[1,"x",null]}]`))
    assert.deepEqual(record, {
      item: { pk: { S: 'a' }, n: { N: long }, l: { L: [{ N: '1' }, { S: 'x' }, { NULL: true }] } },
      source: 'a.json:1',
    })
  })
  it('of plain JSON take the types that were chosen', async () => {
    const columns = [
      { column: 'id', attribute: 'pk', type: 'S' },
      { column: 'tags', attribute: 'tags', type: 'SS' },
    ] as const
    const [record] = await readAll(fileOf('a.json', '{"id":7,"tags":["a"]}'), { columns })
    assert.deepEqual(record, { item: { pk: { S: '7' }, tags: { SS: ['a'] } }, source: 'a.json:1' })
  })
  it('name the line of what is wrong', async () => {
    const records = await readAll(fileOf('a.jsonl', '{"pk":"a"}\n{"pk":1}\n{"pk":"b",}\n{"x":1}'))
    assert.deepEqual(records.slice(1), [
      { problem: 'pk: The key is of type S', source: 'a.jsonl:2' },
      { problem: 'Line 3: Expected a name in double quotes', source: 'a.jsonl:3' },
      { problem: 'pk: A key attribute is required', source: 'a.jsonl:4' },
    ])
  })
  it('of CSV files have the chosen types and names', async () => {
    const columns = [
      { column: 'id', attribute: 'pk', type: 'S' },
      { column: 'n', attribute: 'count', type: 'N' },
      { column: 'x', attribute: 'x', type: 'skip' },
    ] as const
    const records = await readAll(fileOf('a.csv', `id,n,x\n1,${long},z\n2,many,z\n`), { columns })
    assert.deepEqual(records, [
      { item: { pk: { S: '1' }, count: { N: long } }, source: 'a.csv:2' },
      { problem: 'n: many is not a number', source: 'a.csv:3' },
    ])
  })
  it('in Ion are refused by name', async () => {
    await assert.rejects(formatOf(fileOf('a.ion.gz', '')), /Ion/)
  })
})
