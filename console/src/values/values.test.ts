import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue, Item } from './attribute-value.js'
import { printPath, valueAt, withRenamed, withValueAt } from './attribute-path.js'
import { compareValues, sameItem, sameValue } from './compare-values.js'
import { normalNumber, numberFault } from './decimal.js'
import { changesType, diffItems, kindOfChange } from './diff-items.js'
import { itemSize, sizeOf } from './item-size.js'
import { itemSizeBytesMax, nestingLevelsMax, sortKeyBytesMax } from './limits.js'
import { printValue } from './print-value.js'
import { compareTexts, utf8Length } from './text-order.js'
import { validateItem, type KeyAttribute } from './validate-item.js'

const long = '12345678901234567890123456789012345678'

describe('numbers', () => {
  const check = (text: string, expected: string): void => {
    it(`${text.slice(0, 50)} is ${expected.slice(0, 50)}`, () => {
      assert.equal(numberFault(text) ?? normalNumber(text), expected)
    })
  }
  check('007', '7')
  check('+7', '7')
  check('-0.00', '0')
  check('.5', '0.5')
  check('5.', '5')
  check('1E+2', '100')
  check('-1.5e-3', '-0.0015')
  check(long, long)
  check(`${long}000`, `${long}000`)
  check('9'.repeat(39), 'too many digits')
  check('1e125', `1${'0'.repeat(125)}`)
  check('1e126', 'too large')
  check('1e-130', `0.${'0'.repeat(129)}1`)
  check('1e-131', 'too small')
  check('0e126', 'too large')
  for (const text of ['', '.', '1,5', ' 1', 'NaN', '0x10', '１']) check(text, 'not a number')
})

describe('the order of values', () => {
  const ascending = (values: readonly AttributeValue[]): void => {
    it(`of ${values.map((value) => printValue(value, 12)).join(' ')}`, () => {
      for (const [i, left] of values.entries()) {
        for (const [j, right] of values.entries()) {
          assert.equal(Math.sign(compareValues(left, right)), Math.sign(i - j))
        }
      }
    })
  }
  ascending(
    ['-1e125', '-10', '-9.5', '-1e-130', '0', '0.1', '9', '10', long, '1e125'].map((N) => ({ N })),
  )
  ascending(['', 'A', 'Z', 'a', 'aa', 'é', '漢', '\uffff', '😀'].map((S) => ({ S })))
  ascending([{ B: '' }, { B: 'AA==' }, { B: 'AAA=' }, { B: 'fw==' }, { B: '+w==' }])
  ascending([
    { S: 'z' },
    { N: '1' },
    { B: 'AA==' },
    { NULL: true },
    { BOOL: false },
    { BOOL: true },
  ])

  it('of texts is the order of their UTF-8 bytes', () => {
    const texts = ['a', 'é', '漢', '\ue000', '\uffff', '😀', 'a😀', 'a\uffff']
    for (const left of texts) {
      assert.equal(utf8Length(left), Buffer.byteLength(left))
      for (const right of texts) {
        const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right))
        assert.equal(Math.sign(compareTexts(left, right)), bytes)
      }
    }
  })

  it('knows equal values by what they mean', () => {
    assert.ok(sameValue({ N: '1.0' }, { N: '1' }))
    assert.ok(sameValue({ SS: ['a', 'b'] }, { SS: ['b', 'a'] }))
    assert.ok(sameValue({ NS: ['1', '20'] }, { NS: ['2e1', '1'] }))
    assert.ok(!sameValue({ N: '1' }, { S: '1' }))
    assert.ok(!sameValue({ L: [{ S: 'a' }] }, { SS: ['a'] }))
    assert.ok(!sameItem({ a: { S: '' } }, { toString: { S: '' } }))
  })
})

describe('a value on one line', () => {
  const check = (value: AttributeValue, expected: string, max?: number): void => {
    it(expected, () => assert.equal(printValue(value, max), expected))
  }
  check({ S: 'two\nlines' }, 'two␊lines')
  check({ S: 'abcdef' }, 'abc…', 3)
  check({ N: long }, long)
  check({ BOOL: false }, 'false')
  check({ NULL: true }, 'null')
  check({ B: 'iVBORw0KGgoAAAA=' }, '11 B 89504E470D0A1A0A…')
  check({ B: '' }, '0 B')
  check({ SS: ['b', 'a'] }, '{a, b} 2')
  check({ NS: ['10', '9'] }, '{9, 10} 2')
  check({ M: { name: { S: 'Li' }, age: { N: '7' } } }, '{2} name: Li, age: 7')
  check({ L: [] }, '[0]')
  check({ L: [{ S: 'a' }, { N: '1' }] }, '[2] a, 1')
})

describe('the size of an item', () => {
  const check = (value: AttributeValue, bytes: number): void => {
    it(`${printValue(value, 40)} is ${bytes}`, () => assert.equal(sizeOf(value), bytes))
  }
  check({ S: 'größe😀' }, 11)
  check({ N: '0' }, 1)
  check({ N: '1' }, 2)
  check({ N: '-1' }, 3)
  check({ N: '100' }, 2)
  check({ N: '1000' }, 2)
  check({ N: '123.45' }, 4)
  check({ N: '0.001' }, 2)
  check({ N: long }, 20)
  check({ B: 'AAA=' }, 2)
  check({ SS: ['a', 'bc'] }, 3)
  check({ L: [{ S: 'a' }] }, 5)
  check({ M: { ab: { BOOL: true } } }, 7)
  it('counts names', () => assert.equal(itemSize({ ab: { S: 'c' }, 漢: { NULL: true } }), 7))
})

describe('paths', () => {
  const item: Item = { a: { M: { 'b.c': { L: [{ S: 'x' }, { N: '1' }] } } } }
  it('are printed so that they can be told apart', () => {
    assert.equal(printPath(['a', 'b.c', 1, 'd']), 'a."b.c"[1].d')
  })
  it('lead to values', () => {
    assert.deepEqual(valueAt(item, ['a', 'b.c', 1]), { N: '1' })
    assert.equal(valueAt(item, ['a', 'toString']), undefined)
    assert.equal(valueAt(item, ['a', 0]), undefined)
  })
  it('change one value and nothing else', () => {
    const changed = withValueAt(item, ['a', 'b.c', 0], { S: 'y' })
    assert.deepEqual(changed, { a: { M: { 'b.c': { L: [{ S: 'y' }, { N: '1' }] } } } })
    assert.deepEqual(withValueAt(item, ['a', 'b.c', 0], undefined), {
      a: { M: { 'b.c': { L: [{ N: '1' }] } } },
    })
    assert.deepEqual(Object.keys(withValueAt({}, ['__proto__'], { S: 'y' })), ['__proto__'])
  })
  it('rename in place', () => {
    assert.deepEqual(Object.keys(withRenamed({ a: { S: '' }, b: { S: '' } }, 'a', 'c')), ['c', 'b'])
  })
})

describe('the difference of items', () => {
  it('names the deepest path, and changes of type', () => {
    const before: Item = {
      same: { N: '1.0' },
      gone: { S: 'x' },
      map: { M: { list: { L: [{ S: 'a' }, { S: 'b' }] } } },
      set: { SS: ['a', 'b'] },
    }
    const after: Item = {
      same: { N: '1' },
      map: { M: { list: { L: [{ S: 'a' }, { N: '2' }] } } },
      set: { L: [{ S: 'a' }, { S: 'b' }] },
      fresh: { NULL: true },
    }
    const changes = diffItems(before, after)
    const seen = changes.map((each) => [
      printPath(each.path),
      kindOfChange(each),
      changesType(each),
    ])
    assert.deepEqual(seen, [
      ['gone', 'removed', false],
      ['map.list[1]', 'changed', true],
      ['set', 'changed', true],
      ['fresh', 'added', false],
    ])
  })
  it('takes a list of another length as a whole', () => {
    const [change] = diffItems({ l: { L: [{ S: 'a' }] } }, { l: { L: [] } })
    assert.deepEqual(change?.path, ['l'])
  })
})

describe('what the service would refuse', () => {
  const keys: readonly KeyAttribute[] = [
    { name: 'pk', type: 'S', role: 'partition' },
    { name: 'sk', type: 'N', role: 'sort' },
    { name: 'ix', type: 'S', role: 'index' },
  ]
  const good: Item = { pk: { S: 'a' }, sk: { N: '1' } }
  const check = (more: Item, expected: string | undefined): void => {
    it(expected ?? `nothing about ${printValue({ M: more }, 60)}`, () => {
      const [problem] = validateItem({ ...good, ...more }, keys)
      const found = problem && `${printPath(problem.path)}: ${problem.message}`
      assert.equal(found, expected)
    })
  }
  check({}, undefined)
  check({ text: { S: '' }, list: { L: [] }, map: { M: {} }, binary: { B: '' } }, undefined)
  check({ pk: { S: '' } }, 'pk: A key may not be empty')
  check({ sk: { S: '1' } }, 'sk: The key is of type N')
  check({ ix: { N: '1' } }, 'ix: A key of an index is of type S')
  check({ ix: { S: '' } }, 'ix: A key may not be empty')
  check({ n: { N: '9'.repeat(38) } }, undefined)
  check({ n: { N: '9'.repeat(39) } }, 'n: More than 38 significant digits')
  check({ n: { N: '1e126' } }, 'n: Too large: the magnitude is at most 9.99…E+125')
  check({ s: { SS: [] } }, 's: A set may not be empty')
  check({ s: { NS: ['1', '1.0'] } }, 's: A set may not have a member twice')
  check({ s: { SS: [''] } }, 's: A set may not have an empty member')
  check({ b: { B: 'a' } }, 'b: Not base64')
  check({ m: { M: { '': { S: '' } } } }, 'm."": A name is required')
  it('an item above 400 KB', () => {
    const rest = itemSizeBytesMax - itemSize({ ...good, big: { S: '' } })
    assert.deepEqual(validateItem({ ...good, big: { S: 'x'.repeat(rest) } }, keys), [])
    assert.equal(validateItem({ ...good, big: { S: 'x'.repeat(rest + 1) } }, keys).length, 1)
  })
  it('a key that is too long', () => {
    const text = [{ name: 'sk', type: 'S', role: 'sort' }] as const
    assert.equal(validateItem({ sk: { S: 'x'.repeat(sortKeyBytesMax) } }, text).length, 0)
    assert.equal(validateItem({ sk: { S: 'x'.repeat(sortKeyBytesMax + 1) } }, text).length, 1)
  })
  it('values nested too deep', () => {
    const nested = (levels: number): AttributeValue =>
      levels === 0 ? { S: '' } : { L: [nested(levels - 1)] }
    assert.equal(validateItem({ ...good, n: nested(nestingLevelsMax - 1) }, keys).length, 0)
    assert.ok(validateItem({ ...good, n: nested(nestingLevelsMax + 1) }, keys).length > 0)
  })
})
