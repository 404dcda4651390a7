import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CsvOptions } from './csv-rows.js'
import { csvColumnsMax } from './limits.js'
import type { PutRecord } from './put-record.js'
import { outcome, readText } from './reading-suite.js'
import { itemReader } from './record-readers.js'

const keyTypes = new Map([
  ['pk', 'S'],
  ['n', 'N'],
  ['b', 'B'],
] as const)

function read(text: string | Buffer, options: Partial<CsvOptions> = {}): readonly unknown[] {
  const create = () => itemReader({ kind: 'CSV', options: { keyTypes, ...options } })
  return outcome(readText(create, text)).map((each) =>
    typeof each === 'string' ? each : (each as PutRecord).item,
  )
}

function check(
  name: string,
  text: string | Buffer,
  expected: readonly unknown[],
  options: Partial<CsvOptions> = {},
): void {
  it(name, () => assert.deepEqual(read(text, options), expected))
}

const a1 = { pk: { S: 'a' }, x: { S: '1' } }
const stray = '! A quotation mark stands where none may be'

describe('CSV files', () => {
  check('nothing', '', [])
  check('a header alone', 'pk,x\n', [])
  check('a row', 'pk,x\na,1\n', [a1])
  check('a last row without newline', 'pk,x\na,1', [a1])
  check('Windows newlines', 'pk,x\r\na,1\r\n', [a1])
  check('a byte order mark', '\uFEFFpk,x\na,1\n', [a1])
  check('blank lines', '\n\npk,x\n\na,1\n\r\n', [a1])
  check('types of keys', 'pk,n,b,x\n5,1.50,aGk=,5\n', [
    { pk: { S: '5' }, n: { N: '1.5' }, b: { B: 'aGk=' }, x: { S: '5' } },
  ])
  check('empty columns', 'pk,x,y\na,,""\n', [{ pk: { S: 'a' } }])
  check('quotes', 'pk,"x"\n"a","1"\n', [a1])
  check('quotes, newlines and delimiters in quotes', 'pk,x\na,"""1"",\r\n2"\n', [
    { pk: { S: 'a' }, x: { S: '"1",\r\n2' } },
  ])
  check('blanks belong to a field', 'pk, x\n a,1 \n', [{ pk: { S: ' a' }, ' x': { S: '1 ' } }])
  for (const delimiter of [';', ':', '|', '\t', ' ']) {
    check(`delimiter ${JSON.stringify(delimiter)}`, `pk${delimiter}x\na${delimiter}1\n`, [a1], {
      delimiter,
    })
  }
  check('a given header', 'a,1\nb,2\n', [a1, { pk: { S: 'b' }, x: { S: '2' } }], {
    header: ['pk', 'x'],
  })
})

describe('rows that are refused', () => {
  check('too few columns', 'pk,x\na\na,1\n', ['The line has 1 columns, but the header has 2', a1])
  check('too many columns', 'pk,x\na,1,2\na,1\n', [
    'The line has 3 columns, but the header has 2',
    a1,
  ])
  check('a key that is no number', 'pk,n\na,x\n', [
    'The parameter cannot be converted to a numeric value: x',
  ])
  check('a key that is no base64', 'pk,b\na,x\n', [
    'Base64 encoded length is expected a multiple of 4 bytes but found: 1',
  ])
})

describe('files that are not CSV', () => {
  check('a quote that is not doubled', 'pk,x\na,"1"2"\na,1\n', ['! A quotation mark is not closed'])
  check('text after a quoted field', 'pk,x\na,"1"2\na,1\n', [stray])
  check('a quote in a bare field', 'pk,x\na,1""2\na,1\n', [stray])
  check('a quote that does not end', 'pk,x\na,1\na,"1\n', [a1, '! A quotation mark is not closed'])
  check('not UTF-8', Buffer.from('pk,x\na,\xff\n', 'latin1'), ['! The line is not valid UTF-8'])
  check('a column twice', 'pk,pk\na,1\n', ['! The header has a column twice'])
  check('a column without name', 'pk,\na,1\n', ['! The header has a column without a name'])
  check('the most columns', header(csvColumnsMax), [])
  check('too many columns', header(csvColumnsMax + 1), ['! The header has too many columns'])
})

function header(columns: number): string {
  return Array.from({ length: columns }, (_, i) => `c${i}`).join(',')
}
