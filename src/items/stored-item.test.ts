import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, someOf, type Chance } from '../../test/support/chance.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { pickAttributes, type Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { StoredItem } from './stored-item.js'

const place = { name: 't', keySchema: { partition: { name: 'pk', type: 'S' } } } as const

/** As an engine returns it: nothing is parsed yet. */
function stored(item: Item): StoredItem {
  return StoredItem.fromRecord(StoredItem.of(item).record, Buffer.of(0), place)
}

describe('a part of a stored item', () => {
  const item: Item = {
    pk: { S: 'a "quoted" } name\\' },
    'na"me\\': { M: { '}': { L: [{ S: '{' }, { S: ']"' }] } } },
    'ключ😀': { SS: ['}', '{"'] },
    ['__proto__']: { N: '1' },
    '\ud800': { BOOL: true },
    large: { S: 'x'.repeat(512) },
  }
  const check = (...names: string[]) => {
    it(`has ${JSON.stringify(names)} as the item does`, () => {
      assert.deepEqual(stored(item).part(names), pickAttributes(item, new Set(names)))
    })
  }
  it('is the whole of a small item', () => {
    const small: Item = { pk: { S: 'a' }, other: { S: 'b' } }
    assert.deepEqual(stored(small).part(['pk']), small)
  })
  for (const name of ['pk', 'large', 'na"me\\', '__proto__', 'absent']) {
    it(`lacks ${JSON.stringify(name)} if it is asked for without it`, () => {
      const rest = Object.keys(item).filter((each) => each !== name)
      const expected = pickAttributes(item, new Set(rest))
      assert.deepEqual(stored(item).without(name), expected)
      const parsed = stored(item)
      assert.deepEqual(parsed.item, item)
      assert.deepEqual(parsed.without(name), expected)
    })
  }
  check()
  check('pk')
  check('na"me\\', 'pk', 'pk')
  check('ключ😀', '__proto__')
  check('\ud800', 'toString', 'absent')
})

describe(`a stored item with some attributes changed (seed ${seed})`, () => {
  const names = ['pk', 'b', 'c', 'a"b', 'a\\', 'ü', '😀', '__proto__', 'constructor']
  const texts = ['', 'x', '}', '"', '\\', '\\"', '{"', '\n', 'ß', '\ud83d', '],']
  const valueBy = (chance: Chance): AttributeValue =>
    oneOf<() => AttributeValue>(chance, [
      () => ({ S: oneOf(chance, texts) }),
      () => ({ L: [{ S: oneOf(chance, texts) }, { NULL: true }] }),
      () => ({ M: { [oneOf(chance, texts)]: { S: oneOf(chance, texts) } } }),
      () => ({ SS: [oneOf(chance, texts)] }),
    ])()
  const itemBy = (chance: Chance, among: readonly string[]): Item => {
    const some = someOf(chance, among, below(chance, among.length + 1))
    return Object.fromEntries(some.map((name) => [name, valueBy(chance)]))
  }

  it('has the bytes of the item that was changed as a whole', () => {
    const chance = chanceOf(seed)
    for (let round = 0; round < 2000; round++) {
      const before: Item = { ...itemBy(chance, names), key: { S: 'k' } }
      const touched = new Set(someOf(chance, names, 1 + below(chance, 4)))
      const put = itemBy(chance, [...touched])
      const kept = Object.entries(before).filter(
        ([name]) => !touched.has(name) || Object.hasOwn(put, name),
      )
      const whole = StoredItem.of({ ...Object.fromEntries(kept), ...put })
      const changed = stored(before).changed(touched, put, whole.sizeBytes)
      assert.equal(changed.record.toString('latin1'), whole.record.toString('latin1'))
      assert.equal(itemSizeBytes(changed.item), changed.sizeBytes)
    }
  })
})
