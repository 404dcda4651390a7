import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from './attribute-value.js'
import { withMember } from './attribute-path.js'
import { printDynamoJson, readDynamoJson } from './dynamodb-json.js'
import { diffItems } from './diff-items.js'
import { plainItemText, clipboardText } from './plain-json.js'
import { diceOf, randomItem } from './random-items-suite.js'
import { lineOf, readJson } from './read-json.js'
import { readPlainJson, type TypeChoices } from './read-plain-json.js'

const seeds = Array.from({ length: 400 }, (_, index) => index * 7919 + 1)

describe('any item', () => {
  it('is the same after it was shown as DynamoDB JSON', () => {
    for (const seed of seeds) {
      const item = randomItem(diceOf(seed))
      assert.deepEqual(readDynamoJson(printDynamoJson(item)), { item }, `seed ${seed}`)
    }
  })

  it('changes only where it was edited, in DynamoDB JSON and in plain JSON', () => {
    for (const seed of seeds) {
      const item = withMember(randomItem(diceOf(seed)), 'neighbour', { S: 'before' })
      const expected = withMember(item, 'neighbour', { S: 'after' })
      const typed = readDynamoJson(edited(printDynamoJson(item)))
      assert.deepEqual(typed, { item: expected }, `seed ${seed}`)
      const plain = readPlainJson(edited(plainItemText(item)), item)
      assert.deepEqual(plain, { item: expected, doubts: [] }, `seed ${seed}`)
      assert.equal(diffItems(item, expected).length, 1)
    }
  })

  it('is valid JSON in its plain form', () => {
    for (const seed of seeds) {
      const item = randomItem(diceOf(seed))
      for (const indent of [0, 2]) JSON.parse(plainItemText(item, indent))
    }
  })
})

function edited(text: string): string {
  return text.replace('"before"', '"after"')
}

describe('plain JSON', () => {
  const long = '12345678901234567890123456789012345678'
  const original: Item = {
    tags: { SS: ['a', 'b'] },
    ids: { NS: ['1', long] },
    blob: { B: 'AAEC' },
    list: { L: [{ B: 'AAEC' }, { S: 'x' }] },
    n: { N: long },
  }
  const check = (name: string, text: string, expected: object, choices?: TypeChoices): void => {
    it(name, () => {
      const read = readPlainJson(text, original, choices)
      assert.ok('item' in read)
      const doubts = read.doubts.map(({ path, taken }) => `${path.join('.')} ${taken}`)
      assert.deepEqual({ ...read.item, doubts }, expected)
    })
  }
  check('keeps sets', '{"tags": ["a", "c"]}', { tags: { SS: ['a', 'c'] }, doubts: [] })
  check('keeps every digit', `{"ids": [${long}], "n": ${long}}`, {
    ids: { NS: [long] },
    n: { N: long },
    doubts: [],
  })
  check('asks about binary that changed', '{"blob": "AAAA"}', {
    blob: { B: 'AAAA' },
    doubts: ['blob B'],
  })
  check(
    'can be told that it is text',
    '{"blob": "AAAA"}',
    { blob: { S: 'AAAA' }, doubts: ['blob S'] },
    { blob: 'S' },
  )
  check('text that is not base64 is text', '{"blob": "A!"}', { blob: { S: 'A!' }, doubts: [] })
  check('asks about a new list of texts', '{"more": ["a", "b"]}', {
    more: { L: [{ S: 'a' }, { S: 'b' }] },
    doubts: ['more L'],
  })
  check(
    'can be told that it is a set',
    '{"more": [1, 2]}',
    { more: { NS: ['1', '2'] }, doubts: ['more NS'] },
    { more: 'NS' },
  )
  check('a set that was emptied is a list', '{"tags": []}', { tags: { L: [] }, doubts: [] })
  check('keeps the type of an element that moved', '{"list": ["x", "AAEC"]}', {
    list: { L: [{ S: 'x' }, { B: 'AAEC' }] },
    doubts: [],
  })
  it('refuses what is not an object', () => {
    assert.ok('faults' in readPlainJson('[]', {}))
  })
  it('gives false and zero to the clipboard', () => {
    assert.equal(clipboardText({ BOOL: false }), 'false')
    assert.equal(clipboardText({ N: '0' }), '0')
    assert.equal(clipboardText({ S: 'a"b' }), 'a"b')
  })
})

describe('what is wrong with a text is shown where it is', () => {
  const check = (text: string, line: number, column: number, message: RegExp): void => {
    it(`${JSON.stringify(text)} at ${line}:${column}`, () => {
      const read = readDynamoJson(text)
      assert.ok('faults' in read)
      const [fault] = read.faults
      assert.deepEqual(lineOf(text, fault!.start), { line, column })
      assert.match(fault!.message, message)
    })
  }
  check('', 1, 1, /ends too early/)
  check('{"a": {"S": "x"}', 1, 17, /comma or }/)
  check('{"a": {"S": "x"},}', 1, 18, /name in double quotes/)
  check('{\n  "a": {"S": 1}\n}', 2, 14, /text in double quotes/)
  check('{"a": {"N": 1}}', 1, 13, /number in double quotes/)
  check('{"a": {"X": "1"}}', 1, 8, /not a type/)
  check('{"a": "x"}', 1, 7, /with its type/)
  check('{"a": {"S": "x"}, "a": {"S": "y"}}', 1, 19, /twice/)
  check('{"a": {"B": "x"}}', 1, 13, /base64/)
  check('{"a": {"SS": "x"}}', 1, 14, /list/)
  check('{"a": {"BOOL": "x"}}', 1, 16, /true or false/)
  check('{"a": {"S": "x\ny"}}', 1, 13, /backslash/)
  check('{} {}', 1, 4, /after its end/)
  check('['.repeat(500), 1, 202, /too deep/)
})

describe('JSON', () => {
  it('is accepted and refused as JSON.parse does', () => {
    const texts = [
      '1',
      '-0.5e+7',
      '01',
      '.5',
      '1.',
      '"\\u00e9"',
      '"\\x"',
      'true',
      'nul',
      '[1,2]',
      '[1,]',
      '{"a":1}',
      "{'a':1}",
      ' null ',
    ]
    for (const text of texts) assert.equal(accepts(readJson, text), accepts(JSON.parse, text), text)
  })
})

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}
