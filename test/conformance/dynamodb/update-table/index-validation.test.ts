/**
 * UpdateTable creating and deleting global indexes: what is refused, before and during the change.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { N, pageOf, putAll, S, textsOf } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import {
  attribute,
  hash,
  indexed,
  onDemand,
  partitionOnly,
  projectAll,
  provisioned,
  range,
} from '../../../support/tables.js'

const client = await connect()
const slow = await connect({ tableTransitionMs: 1000 })
const [plain, fixed, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable({ ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) }),
  client.createTable(indexed),
])
const { failure, failures, invalid } = say
const group = { AttributeDefinitions: [attribute('group', 'S')] }
const byGroup = { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll }
const updates = (...GlobalSecondaryIndexUpdates: readonly Json[]): Json => ({
  GlobalSecondaryIndexUpdates,
})
const create = (more: Json = {}): Json => ({
  ...group,
  ...updates({ Create: { ...byGroup, ...more } }),
})
const path = 'globalSecondaryIndexUpdates.1.member.create'
const oneAtATime =
  'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'
describe('UpdateTable refuses new indexes by constraint', () => {
  checkRefusals(client, 'UpdateTable', { TableName: plain }, [
    [
      'of a short name',
      create({ IndexName: 'ab' }),
      failures(failure('ab', `${path}.indexName`, say.lengthAtLeast(3))),
    ],
    [
      'without keys',
      create({ KeySchema: [] }),
      failures(failure('[]', `${path}.keySchema`, say.lengthAtLeast(1))),
    ],
    [
      'without a projection',
      create({ Projection: null }),
      failures(failure(null, `${path}.projection`, say.notNull)),
    ],
    [
      'with a key of unknown kind',
      create({ KeySchema: [{ AttributeName: 'group', KeyType: 'SORT' }] }),
      failures(failure('SORT', `${path}.keySchema.1.member.keyType`, say.enums.keyType)),
    ],
    [
      'with an unknown projection',
      create({ Projection: { ProjectionType: 'SOME' } }),
      failures(failure('SOME', `${path}.projection.projectionType`, say.enums.projectionType)),
    ],
  ])
})

const manyKeys = (...KeySchema: readonly Json[]): Json => ({
  AttributeDefinitions: KeySchema.map(({ AttributeName }) =>
    attribute(AttributeName as string, 'S'),
  ),
  ...updates({ Create: { ...byGroup, KeySchema } }),
})

describe('UpdateTable refuses', () => {
  const both = { Create: byGroup, Delete: { IndexName: 'by-group' } }
  checkRefusals(client, 'UpdateTable', { TableName: plain }, [
    [
      'an empty index update',
      updates({}),
      invalid(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      ),
    ],
    [
      'an index update that says two things',
      { ...group, ...updates(both) },
      invalid(
        'Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object',
      ),
    ],
    [
      'two updates of one index',
      { ...group, ...updates({ Create: byGroup }, { Delete: { IndexName: 'by-group' } }) },
      invalid(
        'Only one global secondary index update per index is allowed simultaneously. Index: by-group',
      ),
    ],
    [
      'two new indexes at once',
      {
        ...group,
        ...updates({ Create: byGroup }, { Create: { ...byGroup, IndexName: 'by-group-2' } }),
      },
      oneAtATime,
      'LimitExceededException',
    ],
    [
      'to create one and delete another',
      {
        TableName: withIndexes,
        ...group,
        ...updates({ Create: byGroup }, { Delete: { IndexName: 'by-global' } }),
      },
      oneAtATime,
      'LimitExceededException',
    ],
    [
      'an index without definitions of attributes',
      updates({ Create: byGroup }),
      invalid('AttributeDefinitions is not specified for index: by-group'),
    ],
    [
      'an index on an attribute that this request does not define',
      {
        AttributeDefinitions: [attribute('rank', 'N')],
        ...updates({ Create: byGroup }),
      },
      invalid(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [group], AttributeDefinitions: [rank]',
      ),
    ],
    [
      'an index that exists',
      {
        TableName: withIndexes,
        AttributeDefinitions: [attribute('global', 'S')],
        ...updates({
          Create: { ...byGroup, IndexName: 'by-global', KeySchema: [hash('global')] },
        }),
      },
      'Attempting to create an index which already exists',
    ],
    [
      'a global index of the name of a local one',
      {
        TableName: withIndexes,
        ...group,
        ...updates({ Create: { ...byGroup, IndexName: 'by-local' } }),
      },
      'Attempting to create an index which already exists',
    ],
    [
      'an index that begins with a RANGE key',
      create({ KeySchema: [range('group')] }),
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'an index with one attribute twice',
      create({ KeySchema: [hash('group'), range('group')] }),
      'Both the Hash Key and the Range Key element in the KeySchema have the same name',
    ],
    [
      'a projection that includes nothing',
      create({ Projection: { ProjectionType: 'INCLUDE' } }),
      invalid('ProjectionType is INCLUDE, but NonKeyAttributes is not specified'),
    ],
    [
      'a projection of all and more',
      create({ Projection: { ...projectAll, NonKeyAttributes: ['a'] } }),
      invalid('ProjectionType is ALL, but NonKeyAttributes is specified'),
    ],
    [
      'throughput of an index on demand',
      create(provisioned(1, 1)),
      invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: by-group when BillingMode is PAY_PER_REQUEST',
      ),
    ],
    [
      'an index without throughput on a provisioned table',
      { TableName: fixed, ...create() },
      /^One or more parameter values were invalid: /,
    ],
    [
      'to delete an index that does not exist',
      updates({ Delete: { IndexName: 'nowhere' } }),
      `Requested resource not found: Index nowhere for table ${plain}`,
      'ResourceNotFoundException',
    ],
    [
      'to update an index that does not exist',
      updates({ Update: { IndexName: 'nowhere', OnDemandThroughput: {} } }),
      `Requested resource not found: Index nowhere for table ${plain}`,
      'ResourceNotFoundException',
    ],
    [
      'to delete a local index',
      { TableName: withIndexes, ...updates({ Delete: { IndexName: 'by-local' } }) },
      'Cannot delete an index that is not a GlobalSecondaryIndex: by-local',
    ],
    [
      'a table that does not exist',
      { TableName: newTableName('absent'), ...create() },
      /^Requested resource not found: Table: .* not found$/,
      'ResourceNotFoundException',
    ],
    [
      'five HASH attributes',
      manyKeys(...['a', 'b', 'c', 'd', 'e'].map(hash)),
      invalid('The KeySchema exceeds the maximum allowed number of HASH key attributes'),
    ],
    [
      'five RANGE attributes',
      manyKeys(hash('a'), ...['b', 'c', 'd', 'e', 'f'].map(range)),
      invalid('The KeySchema exceeds the maximum allowed number of RANGE key attributes'),
    ],
    [
      'a HASH attribute after a RANGE attribute',
      manyKeys(hash('a'), range('b'), hash('c')),
      invalid('All HASH key attributes must precede RANGE key attributes in the KeySchema'),
    ],
    [
      'an attribute projected twice',
      create({ Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'a'] } }),
      invalid('Duplicate element in NonKeyAttributes: a'),
    ],
  ])
})

const indexesOf = async (on: typeof client, TableName: string): Promise<readonly Json[]> => {
  const { Table } = (await on.ask('DescribeTable', { TableName })) as { Table: Json }
  return (Table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
}

describe('UpdateTable refuses definitions', () => {
  const byPk = { ...byGroup, KeySchema: [hash('pk')] }
  checkRefusals(client, 'UpdateTable', { TableName: plain }, [
    [
      'that give a key of the new index another type',
      { AttributeDefinitions: [attribute('pk', 'N')], ...updates({ Create: byPk }) },
      invalid(
        'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. ' +
          'Existing schema: Schema:[SchemaElement: key{pk:S:HASH}] New schema: Schema:[SchemaElement: key{pk:N:HASH}]',
      ),
    ],
    [
      'that name an attribute twice',
      { ...create(), AttributeDefinitions: [attribute('group', 'S'), attribute('group', 'S')] },
      'Attribute Name is duplicated: group',
    ],
  ])

  it('only if an index is created', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('UpdateTable', {
      TableName,
      AttributeDefinitions: [attribute('pk', 'N'), attribute('pk', 'S')],
      DeletionProtectionEnabled: false,
    })
  })
})

describe('UpdateTable creates an index', () => {
  it('with the items of the table, except mistyped ones', async () => {
    const TableName = await client.createTable(partitionOnly())
    await putAll(client, TableName, [
      { pk: S('a'), group: S('g') },
      { pk: S('b'), group: S('g') },
      { pk: S('none') },
      { pk: S('mistyped'), group: N(1) },
      { pk: S('empty'), group: S('') },
      { pk: S('long'), group: S('g'.repeat(2049)) },
    ])
    await client.ask('UpdateTable', { TableName, ...create() })
    await client.untilActive(TableName)
    const [index] = await indexesOf(client, TableName)
    assert.equal(index?.['IndexStatus'], 'ACTIVE')
    assert.equal(index?.['Backfilling'], undefined)
    const page = await pageOf(client, 'Scan', { TableName, IndexName: 'by-group' })
    assert.deepEqual(textsOf(page.Items, 'pk').toSorted(), ['a', 'b'])
  })

  it('whose keys are refused from then on', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('UpdateTable', { TableName, ...create() })
    await client.untilActive(TableName)
    await expectError(
      client.call('PutItem', { TableName, Item: { pk: S('a'), group: N(1) } }),
      'ValidationException',
      invalid('Type mismatch for Index Key group Expected: S Actual: N IndexName: by-group'),
    )
  })

  it('of several attributes', async () => {
    const TableName = await client.createTable(partitionOnly())
    await putAll(client, TableName, [
      { pk: S('a'), group: S('g'), rank: N(2), day: S('mon') },
      { pk: S('b'), group: S('g'), rank: N(1), day: S('mon') },
      { pk: S('c'), group: S('g'), day: S('mon') },
    ])
    await client.ask('UpdateTable', {
      TableName,
      AttributeDefinitions: [
        ...['group', 'day'].map((name) => attribute(name, 'S')),
        attribute('rank', 'N'),
      ],
      ...updates({
        Create: { ...byGroup, KeySchema: [...['group', 'day'].map(hash), range('rank')] },
      }),
    })
    await client.untilActive(TableName)
    const page = await pageOf(client, 'Query', {
      TableName,
      IndexName: 'by-group',
      KeyConditionExpression: '#g = :g AND #d = :d',
      ExpressionAttributeNames: { '#g': 'group', '#d': 'day' },
      ExpressionAttributeValues: { ':g': S('g'), ':d': S('mon') },
    })
    assert.deepEqual(textsOf(page.Items, 'pk'), ['b', 'a'])
  })
})

describe('while an index is created', () => {
  it('it is CREATING, the table UPDATING, and other changes are refused', async () => {
    const TableName = await slow.createTable({ ...partitionOnly(), ...onDemand })
    const { TableDescription } = (await slow.ask('UpdateTable', { TableName, ...create() })) as {
      TableDescription: Json
    }
    assert.equal(TableDescription['TableStatus'], 'UPDATING')
    const [index] = await indexesOf(slow, TableName)
    assert.equal(index?.['IndexStatus'], 'CREATING')
    for (const change of [
      create({ IndexName: 'another' }),
      updates({ Delete: { IndexName: 'nowhere' } }),
    ]) {
      const { type } = await slow.call('UpdateTable', { TableName, ...change })
      assert.ok(['ResourceInUseException', 'LimitExceededException'].includes(type ?? ''), type)
    }
    const { type } = await slow.call('DeleteTable', { TableName })
    assert.equal(type, 'ResourceInUseException')
    await slow.untilActive(TableName)
  })

  it('items are served, and the index is not', async () => {
    const TableName = await slow.createTable(partitionOnly())
    await slow.ask('UpdateTable', { TableName, ...create() })
    await putAll(slow, TableName, [{ pk: S('meanwhile'), group: S('g') }])
    const query = {
      TableName,
      IndexName: 'by-group',
      KeyConditionExpression: '#g = :g',
      ExpressionAttributeNames: { '#g': 'group' },
      ExpressionAttributeValues: { ':g': S('g') },
    }
    for (const [operation, input] of [
      ['Query', query],
      ['Scan', { TableName, IndexName: 'by-group' }],
    ] as const) {
      await expectError(
        slow.call(operation, input),
        'ValidationException',
        'Cannot read from backfilling global secondary index: by-group',
      )
    }
    await slow.untilActive(TableName)
    assert.deepEqual(textsOf((await pageOf(slow, 'Query', query)).Items, 'pk'), ['meanwhile'])
  })
})

describe('UpdateTable deletes an index', () => {
  it('which is DELETING and then absent, its attribute no longer defined', async () => {
    const TableName = await slow.createTable({
      AttributeDefinitions: [attribute('pk', 'S'), attribute('group', 'S')],
      KeySchema: [hash('pk')],
      GlobalSecondaryIndexes: [byGroup],
      ...onDemand,
    })
    await slow.ask('UpdateTable', { TableName, ...updates({ Delete: { IndexName: 'by-group' } }) })
    const [index] = await indexesOf(slow, TableName)
    assert.equal(index?.['IndexStatus'], 'DELETING')
    const Table = await slow.untilActive(TableName)
    assert.equal(Table['GlobalSecondaryIndexes'], undefined)
    assert.deepEqual(Table['AttributeDefinitions'], [attribute('pk', 'S')])
    await expectError(
      slow.call('Scan', { TableName, IndexName: 'by-group' }),
      'ValidationException',
      say.noIndex('by-group'),
    )
    await putAll(slow, TableName, [{ pk: S('free'), group: N(1) }])
  })

  it('which may be created again', async () => {
    const TableName = await client.createTable(partitionOnly())
    await putAll(client, TableName, [{ pk: S('a'), group: S('g') }])
    for (const change of [create(), updates({ Delete: { IndexName: 'by-group' } }), create()]) {
      await client.ask('UpdateTable', { TableName, ...change })
      await client.untilActive(TableName)
    }
    const page = await pageOf(client, 'Scan', { TableName, IndexName: 'by-group' })
    assert.deepEqual(textsOf(page.Items, 'pk'), ['a'])
  })
})
