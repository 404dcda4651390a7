import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../values/attribute-value.js'
import { type Entity, emptyTable, type ModelTable } from './data-model.js'
import { entityFinder, legendOf } from './detect-entity.js'
import { exampleShop } from './example-shop.js'
import { proposeEntities } from './propose-entities.js'

const key = { partition: { name: 'PK', type: 'S' }, sort: { name: 'SK', type: 'S' } } as const

function tableOf(samples: readonly Item[], entities: readonly Entity[] = []): ModelTable {
  return { ...emptyTable('T', key), samples, entities }
}

function row(PK: string, SK: string, rest: Item = {}): Item {
  return { PK: { S: PK }, SK: { S: SK }, ...rest }
}

describe('the entity of an item', () => {
  const user: Entity = { name: 'User', templates: { PK: 'U#<id>', SK: 'U#<id>' }, attributes: [] }
  const any: Entity = { name: 'Any', templates: { PK: '<a>', SK: '<b>' }, attributes: [] }
  const ruled: Entity = {
    name: 'Ruled',
    templates: {},
    attributes: [],
    rule: { attribute: 'k', value: 'r' },
  }
  const check = (name: string, item: Item, expected: string): void => {
    it(`is found by ${name}`, () => {
      assert.equal(entityFinder(tableOf([], [any, user, ruled]))(item), expected)
    })
  }

  check('a rule, before all else', row('U#1', 'U#1', { k: { S: 'r' } }), 'Ruled')
  check('its key templates', row('U#1', 'U#1', { type: { S: 'Other' } }), 'User')
  check('an attribute that tools write', row('x', 'y', { __edb_e__: { S: 'task' } }), 'task')
  check('its type, as the model spells it', row('x', 'y', { type: { S: 'USER' } }), 'User')
  check('the start of its sort key', row('A#1', 'ORDER#1'), 'ORDER')
  check('the start of its partition key', row('A#1', 'x'), 'A')
  check('keys that may be anything, if nothing else is known', row('x', 'y'), 'Any')

  it('is unknown if keys of two entities may be anything', () => {
    const second = { ...any, name: 'Second' }
    assert.equal(entityFinder(tableOf([], [any, second]))(row('x', 'y')), 'Other')
  })

  it('is counted in the legend', () => {
    const [shop] = exampleShop('').tables
    assert.deepEqual(
      legendOf(shop!).map(({ name, count, tint }) => [name, count, tint]),
      [
        ['Customer', 3, 0],
        ['Order', 6, 1],
        ['Line', 8, 2],
        ['Product', 3, 3],
      ],
    )
  })
})

describe('proposed entities', () => {
  const propose = (samples: readonly Item[]): readonly unknown[] =>
    proposeEntities(tableOf(samples)).map(({ name, templates, rule }) => ({
      name,
      templates,
      rule,
    }))

  it('goes by a type attribute in capitals too', () => {
    const proposed = propose([
      row('c#1', 'c#1', { Entity: { S: 'CUSTOMER' } }),
      row('c#1', 'x#1', { Type: { S: 'Task' } }),
    ])
    assert.deepEqual(proposed, [
      {
        name: 'CUSTOMER',
        templates: { PK: 'c#<cId>', SK: 'c#<cId>' },
        rule: { attribute: 'Entity', value: 'CUSTOMER' },
      },
      {
        name: 'Task',
        templates: { PK: 'c#<cId>', SK: 'x#<cId>' },
        rule: { attribute: 'Type', value: 'Task' },
      },
    ])
  })

  it('takes the parts of a key from its name, and a lone letter for no name', () => {
    const samples = ['NORMAL#2026-01-02', 'ALARM3#2026-01-03'].map((text, i) => ({
      Device: { S: `d#${i}` },
      'State#Date': { S: text },
    }))
    const own = {
      partition: { name: 'Device', type: 'S' },
      sort: { name: 'State#Date', type: 'S' },
    } as const
    const proposed = proposeEntities({ ...emptyTable('Log', own), samples })
    assert.deepEqual(
      proposed.map(({ name, templates }) => [name, templates]),
      [['Log', { Device: 'd#<dId>', 'State#Date': '<State>#<Date>' }]],
    )
  })

  it('tells collections of one owner apart, and names rows by the word in their key', () => {
    const proposed = proposeEntities(
      tableOf([
        row('u#1#follower', 'u#2'),
        row('u#2#follower', 'u#1'),
        row('u#1#post', 'p#7'),
        row('u#1#post', 'p#8'),
        row('Complaint12', 'metadata'),
        row('Complaint7', 'metadata'),
      ]),
    )
    assert.deepEqual(
      proposed.map(({ name, templates }) => [name, templates['PK']]),
      [
        ['Follower', 'u#<uId>#follower'],
        ['Post', 'u#<uId>#post'],
        ['Complaint', '<id>'],
      ],
    )
  })

  it('finds those of the example by the shape of its keys', () => {
    const [shop] = exampleShop('').tables
    const proposed = proposeEntities({ ...shop!, entities: [] })
    assert.deepEqual(
      proposed.map(({ name, templates }) => [
        name,
        templates['PK'],
        templates['SK'],
        templates['GSI1PK'],
      ]),
      [
        ['Line', 'ORDER#<orderId>', 'LINE#<lineId>', 'PRODUCT#<productId>'],
        ['Order', 'CUST#<custId>', 'ORDER#<date>#<orderId>', 'ORDER#<orderId>'],
        ['Cust', 'CUST#<customerId>', 'PROFILE', 'EMAIL#<email>'],
        ['Product', 'PRODUCT#<productId>', 'PRODUCT', undefined],
      ],
    )
  })

  it('goes by the type if items have one', () => {
    const items = [
      row('1', 'a', { type: { S: 'Dog' } }),
      row('2', 'b', { type: { S: 'Dog' } }),
      row('3', 'c', { type: { S: 'Cat' } }),
    ]
    assert.deepEqual(propose(items), [
      {
        name: 'Dog',
        templates: { PK: '<id>', SK: '<id2>' },
        rule: { attribute: 'type', value: 'Dog' },
      },
      {
        name: 'Cat',
        templates: { PK: '<id>', SK: '<id2>' },
        rule: { attribute: 'type', value: 'Cat' },
      },
    ])
  })

  it('leaves the rest of keys that have different numbers of parts', () => {
    assert.deepEqual(propose([row('ORG#1', 'TEAM#1#x'), row('ORG#2', 'TEAM#2')]), [
      { name: 'Team', templates: { PK: 'ORG#<orgId>', SK: 'TEAM#<teamId>' }, rule: undefined },
    ])
  })
})
