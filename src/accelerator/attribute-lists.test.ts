import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { AttributeLists } from './attribute-lists.js'
import { attributeListBytesMax } from './limits.js'

/** What tools take for imports of modules is a call of `define` with a list. */
function names(...list: readonly string[]): readonly string[] {
  return list
}

describe('attribute lists', () => {
  it('have an id each, which stays', async () => {
    const engine = await openTestEngine()
    const lists = new AttributeLists(engine)
    const one = await lists.define(names('a', 'b'))
    const other = await lists.define(names('b', 'a'))
    assert.notEqual(one, other)
    assert.ok(one > 1 && other > 1)
    assert.equal(await lists.define(names('a', 'b')), one)
    assert.equal(lists.idAtHand(['a', 'b']), one)
    const later = new AttributeLists(engine)
    assert.equal(later.idAtHand(['a', 'b']), undefined)
    assert.deepEqual(await later.find(one), ['a', 'b'])
    assert.equal(await later.define(names('b', 'a')), other)
    assert.ok((await later.define(names('c'))) > Math.max(one, other))
  })

  it('are the same on servers that define them at the same moment', async () => {
    const engine = await openTestEngine()
    const servers = [1, 2, 3, 4].map(() => new AttributeLists(engine))
    const ids = await Promise.all(servers.map((lists, i) => lists.define(names('x', `y${i % 2}`))))
    assert.equal(new Set(ids).size, 2)
    assert.equal(ids[0], ids[2])
    assert.equal(ids[1], ids[3])
  })

  it('are empty under 1, and unknown under what was never given', async () => {
    const lists = new AttributeLists(await openTestEngine())
    assert.equal(await lists.define(names()), 1)
    assert.deepEqual(await lists.find(1), [])
    for (const id of [0, -1, 2, 1.5, 2 ** 60]) assert.equal(await lists.find(id), undefined)
  })

  it('keep any names apart', async () => {
    const lists = new AttributeLists(await openTestEngine())
    const ids = [
      ...[['a', 'b'], ['a,b'], ['a"', '"b'], ['__proto__'], ['']],
      ...[['\u0000'], ['ä'], ['a', '', 'b']],
    ].map((each) => lists.define(each))
    assert.equal(new Set(await Promise.all(ids)).size, ids.length)
  })

  it('are limited in number and length, and what is forgotten is read again', async () => {
    const engine = await openTestEngine()
    const few = new AttributeLists(engine, 3, 10)
    const [a, b] = [await few.define(names('a')), await few.define(names('bbbbbbbbbbbb'))]
    assert.equal(few.idAtHand(['a']), undefined)
    assert.deepEqual(await few.find(a), ['a'])
    assert.equal(await few.define(names('bbbbbbbbbbbb')), b)
    await assert.rejects(few.define(names('c')), /LimitExceededException|more than 3 combinations/)
    const long = 'n'.repeat(attributeListBytesMax)
    await assert.rejects(few.define(names(long, 'x')), /longer than any item/)
  })
})
