import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'
import { seededRandom } from '../../test/support/seeded-random.js'
import { writeItemJson } from './write-item-json.js'

const memory = Buffer.alloc(16 * 1024)

function written(item: Item, into = memory): string | undefined {
  const length = writeItemJson(item, into)
  return length === undefined ? undefined : into.toString('utf8', 0, length)
}

function check(name: string, item: Item): void {
  it(name, () => assert.equal(written(item), JSON.stringify(item)))
}

const values: readonly AttributeValue[] = [
  { S: '' },
  { N: '-1.25' },
  { B: 'AAEC' },
  { BOOL: false },
  { NULL: true },
  { SS: ['a', 'ü', '"'] },
  { L: [{ M: { 'a"b': { S: '\\' } } }, { NS: ['1'] }] },
]

const plain = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n)).join('')
const control = Array.from({ length: 0x20 }, (_, n) => String.fromCharCode(n)).join('')

describe('writeItemJson', () => {
  check('nothing', {})
  for (const value of values) check(JSON.stringify(value), { p: { S: 'k' }, value })
  for (const text of [plain, control, '"', '\\', '\u007f\u0080\u07ff\u0800\u2028', '😀', 'né']) {
    check(`${JSON.stringify(text)} as a value`, { p: { S: text } })
    check(`… in a long one`, { p: { S: 'x'.repeat(300) + text } })
    check(`… as a name`, { [text]: { N: '1' } })
  }
  check(
    'names that every object has',
    JSON.parse('{"__proto__":{"S":"a"},"toJSON":{"S":"b"}}') as Item,
  )
  check('names that are numbers', { b: { S: '1' }, '10': { S: '2' }, '9': { S: '3' } })

  it('says that the memory is too small, and never writes beyond it', () => {
    const item = { plain: { S: 'x'.repeat(80) }, other: { S: 'é'.repeat(40) }, list: { L: [] } }
    const json = JSON.stringify(item)
    for (let bytes = 0; bytes < json.length + 200; bytes++) {
      const room = Buffer.alloc(bytes + 64, 0xee)
      const got = written(item, room.subarray(0, bytes))
      if (got !== undefined) assert.equal(got, json)
      assert.ok(room.subarray(bytes).every((byte) => byte === 0xee))
    }
  })

  it('items by chance', () => {
    const { below, pick } = seededRandom(7)
    const characters = [...'abc XYZ019', '"', '\\', '\n', '\u0001', 'é', '漢', '😀', '\u007f']
    const list = <T>(length: number, one: () => T) => Array.from({ length }, one)
    const text = () => list(below(90), () => pick(characters)).join('')
    const value = () => pick([() => ({ S: text() }), () => ({ L: [{ S: text() }] })])()
    for (let n = 0; n < 2000; n++) {
      const item: Item = Object.fromEntries(list(below(6), () => [text(), value()] as const))
      assert.equal(written(item), JSON.stringify(item))
    }
  })
})
