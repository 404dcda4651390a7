import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { diceOf, randomItem } from '../../values/random-items-suite.js'
import { tableKeysOf, type TableKeys } from '../table-keys.js'
import { conflictRows, mergedItem, othersChanges } from './conflict.js'
import { staged, stagedItem, stepBack, stepForward } from './staged-item.js'
import { inverseOf, writeRequest } from './write-request.js'

const keys: TableKeys = tableKeysOf({
  TableName: 'Music',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'ix', AttributeType: 'S' },
  ],
})
const key: Item = { pk: { S: 'a' }, sk: { N: '1' } }
const item = (rest: Item): Item => ({ ...key, ...rest })

describe('a write', () => {
  it('sends only what differs, on the condition that it is still what was read', () => {
    const request = writeRequest(keys, {
      before: item({
        plays: { N: '1' },
        tags: { SS: ['a'] },
        m: { M: { x: { S: '1' } } },
        old: { S: '' },
      }),
      after: item({
        plays: { N: '2' },
        tags: { SS: ['a'] },
        m: { M: { x: { S: '1' }, y: { S: '2' } } },
      }),
    })
    assert.ok(request.kind === 'update')
    const { input } = request
    assert.equal(input.UpdateExpression, 'SET #n1 = :v2, #n2.#n3 = :v3 REMOVE #n4')
    assert.equal(
      input.ConditionExpression,
      'attribute_exists(#n0) AND #n1 = :v0 AND attribute_exists(#n2) AND attribute_not_exists(#n2.#n3) AND #n4 = :v1',
    )
    assert.deepEqual(input.Key, key)
    assert.deepEqual(Object.values(input.ExpressionAttributeNames ?? {}), [
      'pk',
      'plays',
      'm',
      'y',
      'old',
    ])
    assert.equal(input.ReturnValuesOnConditionCheckFailure, 'ALL_OLD')
  })

  it('of a new item needs its key to be free', () => {
    const request = writeRequest(keys, { after: key })
    assert.ok(request.kind === 'put')
    assert.equal(request.input.ConditionExpression, 'attribute_not_exists(#n0)')
  })

  it('that deletes needs the item to be what was read', () => {
    const request = writeRequest(keys, { before: item({ a: { S: 'x' } }) })
    assert.ok(request.kind === 'delete')
    assert.equal(request.input.ConditionExpression, 'attribute_exists(#n0) AND #n1 = :v0')
  })

  it('of another key is one transaction', () => {
    const request = writeRequest(keys, { before: item({}), after: { ...key, sk: { N: '2' } } })
    assert.ok(request.kind === 'move')
    assert.equal(request.writes.length, 2)
    assert.deepEqual(request.writes[0]?.Put?.Item, { ...key, sk: { N: '2' } })
    assert.deepEqual(request.writes[1]?.Delete?.Key, key)
  })

  it('compares whole attributes if paths would be too many, and asks if these are too many as well', () => {
    const wide = (value: string): Item =>
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`m${at}`, { N: value }]))
    const nested = writeRequest(keys, {
      before: item({ m: { M: wide('1') } }),
      after: item({ m: { M: wide('2') } }),
    })
    assert.ok(nested.kind === 'update')
    assert.equal(nested.input.UpdateExpression, 'SET #n1 = :v1')
    const flat = writeRequest(keys, { before: item(wide('1')), after: item(wide('2')) })
    assert.equal(flat.kind, 'unguarded')
  })

  it('uses every placeholder that it names, whatever the items', () => {
    for (let seed = 1; seed < 400; seed++) {
      const dice = diceOf(seed * 7919)
      const write = { before: item(randomItem(dice)), after: item(randomItem(dice)) }
      if (sameItem(write.before, write.after)) continue
      for (const each of [write, inverseOf(write)]) {
        const request = writeRequest(keys, each)
        assert.ok(request.kind === 'update')
        const { input } = request
        const text = `${input.UpdateExpression} ${input.ConditionExpression}`
        const used = new Set(text.match(/[#:][nv]\d+/g))
        const named = [
          ...Object.keys(input.ExpressionAttributeNames ?? {}),
          ...Object.keys(input.ExpressionAttributeValues ?? {}),
        ]
        assert.deepEqual([...used].sort(), named.sort(), `seed ${seed}`)
      }
    }
  })
})

describe('a conflict', () => {
  const read = item({ a: { N: '1' }, b: { N: '1' }, m: { M: { x: { S: 'old' } } } })
  const yours = item({ a: { N: '2' }, b: { N: '1' }, m: { M: { x: { S: 'mine' } } } })

  it('is only where somebody else changed the same', () => {
    const now = item({ a: { N: '3' }, b: { N: '9' }, m: { M: { x: { S: 'old' } } } })
    const rows = conflictRows(read, yours, now)
    assert.deepEqual(
      rows.map(({ change, isContested }) => [change.path.join('.'), isContested]),
      [
        ['a', true],
        ['m.x', false],
      ],
    )
    assert.deepEqual(
      othersChanges(read, yours, now).map(({ path }) => path),
      [['b']],
    )
    assert.deepEqual(
      mergedItem(
        now,
        rows.filter(({ isContested }) => !isContested).map(({ change }) => change),
        yours,
      ),
      item({ a: { N: '3' }, b: { N: '9' }, m: { M: { x: { S: 'mine' } } } }),
    )
  })

  it('brings a map back whose place is gone', () => {
    const now = item({ b: { N: '1' } })
    const changes = conflictRows(read, yours, now).map(({ change }) => change)
    assert.deepEqual(
      mergedItem(now, changes, yours),
      item({ b: { N: '1' }, a: { N: '2' }, m: yours['m'] as AttributeValue }),
    )
  })
})

describe('staged edits', () => {
  it('go back and forth, and typing in one place is one step', () => {
    let state = stagedItem(item({}))
    state = staged(state, item({ a: { S: 'x' } }), 'a')
    state = staged(state, item({ a: { S: 'xy' } }), 'a')
    state = staged(state, item({ a: { S: 'xy' }, b: { NULL: true } }))
    assert.deepEqual(stepBack(state).item, item({ a: { S: 'xy' } }))
    assert.deepEqual(stepBack(stepBack(state)).item, item({}))
    assert.deepEqual(stepForward(stepBack(stepBack(state))).item, item({ a: { S: 'xy' } }))
    assert.equal(stepBack(stagedItem(key)).item, key)
  })
})
