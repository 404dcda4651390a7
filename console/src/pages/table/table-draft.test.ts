import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOfDraft } from './draft-faults.js'
import { newIndex, type IndexDraft } from './index-draft.js'
import { tagChanges } from './tag-changes.js'
import { emptyTableDraft, settingsOfDraft, type TableDraft } from './table-draft.js'

const plain: TableDraft = {
  ...emptyTableDraft,
  name: 'Music',
  partition: { name: 'pk', type: 'S' },
}
const sorted: TableDraft = { ...plain, hasSort: true, sort: { name: 'sk', type: 'N' } }
const byYear: IndexDraft = {
  ...newIndex(1, 'global'),
  name: 'ByYear',
  partition: [{ name: 'year', type: 'N' }],
}

describe('a table that is being typed', () => {
  it('asks for no more than it was told', () => {
    assert.deepEqual(settingsOfDraft(plain), {
      create: {
        TableName: 'Music',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    })
  })

  it('defines each attribute once', () => {
    const index = { ...byYear, sort: [{ name: 'sk', type: 'N' } as const] }
    const { create } = settingsOfDraft({ ...sorted, indexes: [index] })
    const names = create.AttributeDefinitions?.map(({ AttributeName }) => AttributeName)
    assert.deepEqual(names, ['pk', 'sk', 'year'])
  })

  it('has keys of several attributes', () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'S' }) as const)
    const index = {
      ...byYear,
      partition: names,
      sort: names.map((n) => ({ ...n, name: `${n.name}2` })),
    }
    const { create } = settingsOfDraft({ ...plain, indexes: [index] })
    const schema = create.GlobalSecondaryIndexes?.[0]?.KeySchema ?? []
    assert.equal(schema.filter(({ KeyType }) => KeyType === 'HASH').length, 4)
    assert.equal(schema.filter(({ KeyType }) => KeyType === 'RANGE').length, 4)
    assert.equal(create.AttributeDefinitions?.length, 9)
  })

  it('has units of its billing mode only', () => {
    const units = { readUnits: '7', writeUnits: '8', readMaximum: '9', writeMaximum: '' }
    const provisioned = settingsOfDraft({ ...plain, ...units, billing: 'PROVISIONED' }).create
    assert.deepEqual(provisioned.ProvisionedThroughput, {
      ReadCapacityUnits: 7,
      WriteCapacityUnits: 8,
    })
    assert.equal(provisioned.OnDemandThroughput, undefined)
    const onDemand = settingsOfDraft({ ...plain, ...units }).create
    assert.equal(onDemand.ProvisionedThroughput, undefined)
    assert.deepEqual(onDemand.OnDemandThroughput, { MaxReadRequestUnits: 9 })
  })

  it('gives a local index the partition key of its table', () => {
    const index: IndexDraft = {
      ...newIndex(1, 'local'),
      name: 'Loc',
      sort: [{ name: 'x', type: 'B' }],
    }
    const { create } = settingsOfDraft({ ...sorted, indexes: [index] })
    assert.deepEqual(create.LocalSecondaryIndexes?.[0]?.KeySchema, [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'x', KeyType: 'RANGE' },
    ])
  })
})

describe('faults of a table that is being typed', () => {
  const check = (name: string, draft: Partial<TableDraft>, fields: readonly string[]): void => {
    it(name, () => assert.deepEqual(Object.keys(faultsOfDraft({ ...sorted, ...draft })), fields))
  }

  check('none', {}, [])
  check('a name of two characters', { name: 'ab' }, ['name'])
  check('a name of 255 characters', { name: 'a'.repeat(255) }, [])
  check('a name of 256 characters', { name: 'a'.repeat(256) }, ['name'])
  check('a name with a blank', { name: 'a b c' }, ['name'])
  check('no partition key', { partition: { name: '', type: 'S' } }, ['partition'])
  check('the same key twice', { sort: { name: 'pk', type: 'S' } }, ['sort'])
  check(
    'an attribute of two types',
    { indexes: [{ ...byYear, sort: [{ name: 'sk', type: 'S' }] }] },
    ['index.1.sort.0'],
  )
  check(
    'an index without attributes to include',
    { indexes: [{ ...byYear, projection: 'INCLUDE' }] },
    ['index.1.included'],
  )
  check('two indexes of one name', { indexes: [byYear, { ...byYear, id: 2 }] }, [
    'index.1.name',
    'index.2.name',
  ])
  check('units that are no number', { billing: 'PROVISIONED', readUnits: '1.5' }, ['readUnits'])
  check('units that do not matter', { readUnits: 'x' }, [])
  check('no units', { billing: 'PROVISIONED', writeUnits: '' }, ['writeUnits'])
  check('36 days', { recovers: true, recoveryDays: '36' }, ['recoveryDays'])
  check('35 days', { recovers: true, recoveryDays: '35' }, [])
  check('a tag of AWS', { tags: [{ id: 1, key: 'aws:x', value: '' }] }, ['tag.1.key'])
  check('a policy that is no JSON', { policy: '{' }, ['policy'])

  it('a local index without a sort key', () => {
    const index: IndexDraft = {
      ...newIndex(1, 'local'),
      name: 'Loc',
      sort: [{ name: 'x', type: 'S' }],
    }
    assert.deepEqual(Object.keys(faultsOfDraft({ ...plain, indexes: [index] })), ['index.1.kind'])
  })

  it('21 global indexes', () => {
    const indexes = Array.from({ length: 21 }, (_, id) => ({ ...byYear, id, name: `By${id}Year` }))
    assert.deepEqual(Object.keys(faultsOfDraft({ ...plain, indexes })), ['indexes'])
    assert.deepEqual(faultsOfDraft({ ...plain, indexes: indexes.slice(1) }), {})
  })
})

describe('a change of tags', () => {
  it('sends only what differs', () => {
    const stored = [
      { Key: 'same', Value: '1' },
      { Key: 'other', Value: '2' },
      { Key: 'gone', Value: '3' },
    ]
    const wanted = [
      { id: 1, key: 'same', value: '1' },
      { id: 2, key: 'other', value: '' },
      { id: 3, key: 'new', value: '4' },
    ]
    assert.deepEqual(tagChanges(stored, wanted), {
      added: [
        { Key: 'other', Value: '' },
        { Key: 'new', Value: '4' },
      ],
      removed: ['gone'],
    })
  })
})
