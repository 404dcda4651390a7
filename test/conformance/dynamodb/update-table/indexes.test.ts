/** UpdateTable creates and deletes global indexes of a table in use, through the AWS SDK. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DeleteItemCommand,
  DescribeTableCommand,
  PutItemCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  type AttributeDefinition,
  type AttributeValue,
  type CreateGlobalSecondaryIndexAction,
  type TableDescription,
  type UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { invalid } from '../../../support/sentences.js'
import {
  attribute,
  hash,
  indexed,
  onDemand,
  partitionOnly,
  provisioned,
  range,
} from '../../../support/tables.js'

const client = await connect()
const { sdk } = client
type Item = Record<string, AttributeValue>

const groupIndex: CreateGlobalSecondaryIndexAction = {
  IndexName: 'by-group',
  KeySchema: [
    { AttributeName: 'group', KeyType: 'HASH' },
    { AttributeName: 'rank', KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['extra'] },
}
const groupAttributes: AttributeDefinition[] = [
  { AttributeName: 'group', AttributeType: 'S' },
  { AttributeName: 'rank', AttributeType: 'N' },
]
const creation: Omit<UpdateTableCommandInput, 'TableName'> = {
  AttributeDefinitions: groupAttributes,
  GlobalSecondaryIndexUpdates: [{ Create: groupIndex }],
}
const deletion = (IndexName: string): Omit<UpdateTableCommandInput, 'TableName'> => ({
  GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
})

async function update(
  TableName: string,
  change: Omit<UpdateTableCommandInput, 'TableName'>,
): Promise<TableDescription> {
  const { TableDescription } = await sdk.send(new UpdateTableCommand({ TableName, ...change }))
  return TableDescription!
}

async function describeOf(TableName: string): Promise<TableDescription> {
  const { Table } = await sdk.send(new DescribeTableCommand({ TableName }))
  return Table!
}

const put = (TableName: string, Item: Item) => sdk.send(new PutItemCommand({ TableName, Item }))

/** Deletes an item; the cost in an index shows whether the item was in it. */
async function wasIndexed(TableName: string, pk: string): Promise<boolean> {
  const { ConsumedCapacity } = await sdk.send(
    new DeleteItemCommand({
      TableName,
      Key: { pk: { S: pk } },
      ReturnConsumedCapacity: 'INDEXES',
    }),
  )
  return ConsumedCapacity?.GlobalSecondaryIndexes?.['by-group'] !== undefined
}

/** No more at once than the SDK has connections. */
async function inParallel<T>(
  all: readonly T[],
  use: (each: T, i: number) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < all.length; start += 50) {
    const some = all.slice(start, start + 50)
    await Promise.all(some.map((each, i) => use(each, start + i)))
  }
}

describe('UpdateTable creates an index', () => {
  it('and describes it as CREATING, then ACTIVE', async () => {
    const TableName = await client.createTable(partitionOnly())
    const answered = await update(TableName, creation)
    assert.equal(answered.TableStatus, 'UPDATING')
    const [index, ...others] = answered.GlobalSecondaryIndexes ?? []
    assert.equal(others.length, 0)
    assert.equal(index?.IndexStatus, 'CREATING')
    assert.equal(index.Backfilling, false)
    assert.equal(index.ItemCount, 0)
    assert.equal(index.IndexArn, `${answered.TableArn}/index/by-group`)
    await client.untilActive(TableName)
    const table = await describeOf(TableName)
    assert.deepEqual(table.AttributeDefinitions, [
      { AttributeName: 'group', AttributeType: 'S' },
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'rank', AttributeType: 'N' },
    ])
    const [built] = table.GlobalSecondaryIndexes ?? []
    assert.equal(built?.IndexStatus, 'ACTIVE')
    assert.ok(!('Backfilling' in built), 'an index in service does not mention its backfill')
    assert.deepEqual(built.KeySchema, groupIndex.KeySchema)
    assert.deepEqual(built.Projection, groupIndex.Projection)
  })

  it('and fills it with the items that fit, skipping the others', async () => {
    const TableName = await client.createTable(partitionOnly())
    const fitting = { group: { S: 'a' }, rank: { N: '1' } }
    const items: Record<string, Item> = {
      fits: { ...fitting, other: { S: 'x' } },
      'lacks-a-part': { group: { S: 'a' } },
      mistyped: { ...fitting, rank: { S: '1' } },
      empty: { ...fitting, group: { S: '' } },
      'too-long': { ...fitting, group: { S: 'x'.repeat(2049) } },
    }
    for (const [pk, item] of Object.entries(items)) await put(TableName, { pk: { S: pk }, ...item })
    await update(TableName, creation)
    await client.untilActive(TableName)
    for (const pk of Object.keys(items)) {
      assert.equal(await wasIndexed(TableName, pk), pk === 'fits', pk)
    }
  })

  it('of more items than one batch holds', async () => {
    const TableName = await client.createTable(partitionOnly())
    const names = Array.from({ length: 450 }, (_, i) => `item-${i}`)
    await inParallel(names, (name, i) =>
      put(TableName, { pk: { S: name }, group: { S: `${i % 7}` }, rank: { N: String(i) } }),
    )
    await update(TableName, creation)
    await client.untilActive(TableName)
    await inParallel(names, async (name) => assert.ok(await wasIndexed(TableName, name), name))
  })

  it('and checks later writes against it', async () => {
    const TableName = await client.createTable(partitionOnly())
    await put(TableName, { pk: { S: 'old' }, group: { N: '1' }, rank: { N: '1' } })
    await update(TableName, creation)
    await client.untilActive(TableName)
    await expectError(
      client.call('PutItem', { TableName, Item: { pk: { S: 'new' }, group: { N: '1' } } }),
      'ValidationException',
      invalid('Type mismatch for Index Key group Expected: S Actual: N IndexName: by-group'),
    )
    // An update that leaves a mistyped attribute alone does not concern the index; one that
    // corrects it does.
    const change = (UpdateExpression: string, values: Item) =>
      sdk.send(
        new UpdateItemCommand({
          TableName,
          Key: { pk: { S: 'old' } },
          UpdateExpression,
          ExpressionAttributeNames: { '#group': 'group' },
          ExpressionAttributeValues: values,
        }),
      )
    await change('SET extra = if_not_exists(#group, :x)', { ':x': { S: 'x' } })
    await change('SET #group = :a', { ':a': { S: 'a' } })
    assert.equal(await wasIndexed(TableName, 'old'), true)
  })

  it('of four partition and four sort attributes', async () => {
    const TableName = await client.createTable(partitionOnly())
    const names = ['h1', 'h2', 'h3', 'h4', 'r1', 'r2', 'r3', 'r4']
    const KeySchema = names.map(
      (AttributeName) =>
        ({ AttributeName, KeyType: AttributeName.startsWith('h') ? 'HASH' : 'RANGE' }) as const,
    )
    await update(TableName, {
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexUpdates: [
        { Create: { ...groupIndex, KeySchema, Projection: { ProjectionType: 'KEYS_ONLY' } } },
      ],
    })
    const table = await client.untilActive(TableName)
    assert.deepEqual((table['GlobalSecondaryIndexes'] as Json[])[0]?.['KeySchema'], KeySchema)
  })

  it('beside a definition with another type that it does not use, and keeps the stored type', async () => {
    const TableName = await client.createTable(partitionOnly())
    await update(TableName, {
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'N' },
        { AttributeName: 'group', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-group',
            KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        },
      ],
    })
    await client.untilActive(TableName)
    assert.deepEqual((await describeOf(TableName)).AttributeDefinitions, [
      { AttributeName: 'group', AttributeType: 'S' },
      { AttributeName: 'pk', AttributeType: 'S' },
    ])
  })

  it('while another one changes its settings', async () => {
    const throughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
    const TableName = await client.createTable({
      ...indexed,
      BillingMode: null,
      ...provisioned(5, 5),
      GlobalSecondaryIndexes: [
        {
          ...(indexed['GlobalSecondaryIndexes'] as Json[])[0],
          ProvisionedThroughput: throughput,
        },
      ],
    })
    await update(TableName, {
      AttributeDefinitions: groupAttributes,
      GlobalSecondaryIndexUpdates: [
        { Create: { ...groupIndex, ProvisionedThroughput: throughput } },
        {
          Update: {
            IndexName: 'by-global',
            ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 3 },
          },
        },
      ],
    })
    const table = await client.untilActive(TableName)
    const indexes = table['GlobalSecondaryIndexes'] as Json[]
    assert.deepEqual(
      indexes.map(({ IndexName, ProvisionedThroughput }) => [
        IndexName,
        (ProvisionedThroughput as Json)['WriteCapacityUnits'],
      ]),
      [
        ['by-global', 3],
        ['by-group', 1],
      ],
    )
  })
})

describe('UpdateTable deletes an index', () => {
  it('and its attribute definitions, and lets a new one use its name', async () => {
    const TableName = await client.createTable(indexed)
    const answered = await update(TableName, deletion('by-global'))
    assert.equal(answered.TableStatus, 'UPDATING')
    assert.equal(answered.GlobalSecondaryIndexes?.[0]?.IndexStatus, 'DELETING')
    const table = await client.untilActive(TableName)
    assert.equal(table['GlobalSecondaryIndexes'], undefined)
    assert.deepEqual(
      (table['AttributeDefinitions'] as Json[]).map(({ AttributeName }) => AttributeName),
      ['local', 'pk', 'sk'],
    )
    await put(TableName, { pk: { S: 'a' }, sk: { S: 'b' }, global: { N: '1' } })
    await update(TableName, {
      ...creation,
      GlobalSecondaryIndexUpdates: [{ Create: { ...groupIndex, IndexName: 'by-global' } }],
    })
    const again = await client.untilActive(TableName)
    assert.equal((again['GlobalSecondaryIndexes'] as Json[]).length, 1)
  })

  it('of a table that is protected against deletion', async () => {
    const TableName = await client.createTable({ ...indexed, DeletionProtectionEnabled: true })
    await update(TableName, deletion('by-global'))
    await client.untilActive(TableName)
    await client.ask('UpdateTable', { TableName, DeletionProtectionEnabled: false })
  })
})

const provisionedTable = { ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) }
const twenty = Array.from({ length: 20 }, (_, i) => ({
  IndexName: `index-${i}`,
  KeySchema: [hash('pk')],
  Projection: { ProjectionType: 'KEYS_ONLY' },
}))
const [plain, fixed, withIndexes, full] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(provisionedTable),
  client.createTable(indexed),
  client.createTable({ ...partitionOnly(), ...onDemand, GlobalSecondaryIndexes: twenty }),
])
const create = (change: Json, AttributeDefinitions: unknown = groupAttributes): Json => ({
  AttributeDefinitions,
  GlobalSecondaryIndexUpdates: [{ Create: { ...groupIndex, ...change } }],
})
const remove = (IndexName: string): Json => ({
  GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
})
const onlyOne =
  'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'
const alone = (what: string): string =>
  invalid(`${what} modification must be the only operation in the request`)

describe('UpdateTable refuses, for indexes,', () => {
  checkRefusals(client, 'UpdateTable', { TableName: plain }, [
    [
      'an empty list with another change',
      { DeletionProtectionEnabled: true, GlobalSecondaryIndexUpdates: [] },
      invalid('List of GlobalSecondaryIndexUpdates is empty'),
    ],
    [
      'two actions in one update',
      {
        GlobalSecondaryIndexUpdates: [{ Create: groupIndex, Delete: { IndexName: 'other' } }],
      },
      invalid(
        'Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object',
      ),
    ],
    [
      'to delete and create under one name',
      {
        TableName: withIndexes,
        AttributeDefinitions: groupAttributes,
        GlobalSecondaryIndexUpdates: [
          { Delete: { IndexName: 'by-global' } },
          { Create: { ...groupIndex, IndexName: 'by-global' } },
        ],
      },
      invalid(
        'Only one global secondary index update per index is allowed simultaneously. Index: by-global',
      ),
    ],
    [
      'two creations',
      {
        AttributeDefinitions: groupAttributes,
        GlobalSecondaryIndexUpdates: [
          { Create: groupIndex },
          { Create: { ...groupIndex, IndexName: 'another' } },
        ],
      },
      onlyOne,
      'LimitExceededException',
    ],
    [
      'a creation with a deletion',
      {
        TableName: withIndexes,
        AttributeDefinitions: groupAttributes,
        GlobalSecondaryIndexUpdates: [
          { Create: groupIndex },
          { Delete: { IndexName: 'by-global' } },
        ],
      },
      onlyOne,
      'LimitExceededException',
    ],
    [
      'a name that is taken, before anything about the index',
      { TableName: withIndexes, ...create({ IndexName: 'by-global', KeySchema: [hash('?')] }) },
      'Attempting to create an index which already exists',
    ],
    [
      'the name of a local index',
      { TableName: withIndexes, ...create({ IndexName: 'by-local' }) },
      'Attempting to create an index which already exists',
    ],
    [
      'a creation without definitions',
      create({}, null),
      invalid('AttributeDefinitions is not specified for index: by-group'),
    ],
    [
      'keys that the request does not define, though the table may',
      create({ KeySchema: [hash('pk')] }),
      invalid(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [pk], AttributeDefinitions: [rank, group]',
      ),
    ],
    [
      'a key without HASH',
      create({ KeySchema: [{ AttributeName: 'group', KeyType: 'RANGE' }] }),
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'five HASH attributes',
      create(
        { KeySchema: ['a', 'b', 'c', 'd', 'e'].map(hash) },
        ['a', 'b', 'c', 'd', 'e'].map((name) => attribute(name, 'S')),
      ),
      invalid('The KeySchema exceeds the maximum allowed number of HASH key attributes'),
    ],
    [
      'a HASH attribute after a RANGE attribute',
      create({ KeySchema: [hash('group'), range('rank'), hash('pk')] }, [
        ...groupAttributes,
        attribute('pk', 'S'),
      ]),
      invalid('All HASH key attributes must precede RANGE key attributes in the KeySchema'),
    ],
    [
      'an attribute twice among many',
      create({ KeySchema: [hash('group'), range('rank'), range('rank')] }),
      'The KeySchema contains multiple key attributes with the same name',
    ],
    [
      'an attribute projected twice',
      create({ Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'a'] } }),
      invalid('Duplicate element in NonKeyAttributes: a'),
    ],
    [
      'limits of on-demand throughput for a provisioned table',
      {
        TableName: fixed,
        ...create({ ...provisioned(1, 1), OnDemandThroughput: { MaxReadRequestUnits: 5 } }),
      },
      invalid(
        'MaxReadRequestUnits for OnDemandThroughput for index : by-group cannot be specified when the table BillingMode is PROVISIONED',
      ),
    ],
    [
      'limits of on-demand throughput of zero',
      create({ OnDemandThroughput: { MaxReadRequestUnits: 0 } }),
      invalid(
        'Requested MaxReadRequestUnits for OnDemandThroughput for index : by-group is outside of valid range',
      ),
    ],
    [
      'a projection without a type',
      create({ Projection: {} }),
      invalid('Unknown ProjectionType: null'),
    ],
    [
      'throughput on demand',
      create(provisioned(1, 1)),
      invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: by-group when BillingMode is PAY_PER_REQUEST',
      ),
    ],
    [
      'no throughput for a provisioned table',
      { TableName: fixed, ...create({}) },
      invalid(
        'Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: by-group',
      ),
    ],
    [
      'the throughput of an index on demand',
      {
        TableName: withIndexes,
        GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'by-global', ...provisioned(1, 1) } }],
      },
      invalid(
        'The only Updates for index: by-global when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput',
      ),
    ],
    [
      'a twenty-first index',
      { TableName: full, ...create({}) },
      'Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of 20',
      'LimitExceededException',
    ],
    [
      'to delete an unknown index',
      remove('unknown'),
      `Requested resource not found: Index unknown for table ${plain}`,
      'ResourceNotFoundException',
    ],
    [
      'to update an unknown index',
      { GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'unknown' } }] },
      `Requested resource not found: Index unknown for table ${plain}`,
      'ResourceNotFoundException',
    ],
    [
      'to delete a local index',
      { TableName: withIndexes, ...remove('by-local') },
      'Cannot delete an index that is not a GlobalSecondaryIndex: by-local',
    ],
    [
      'a creation with deletion protection',
      { ...create({}), DeletionProtectionEnabled: true },
      alone('DeletionProtection'),
    ],
    [
      'a creation with encryption',
      { ...create({}), SSESpecification: { Enabled: true } },
      alone('Server-Side Encryption'),
    ],
    [
      'a creation with a table class',
      { ...create({}), TableClass: 'STANDARD_INFREQUENT_ACCESS' },
      alone('TableClass'),
    ],
    [
      'a creation with warm throughput',
      { ...create({}), WarmThroughput: { ReadUnitsPerSecond: 13000 } },
      invalid('Create global secondary index cannot be specified when updating WarmThroughput'),
    ],
    [
      'a creation with throughput',
      { TableName: fixed, ...create(provisioned(1, 1)), ...provisioned(6, 6) },
      invalid('You cannot create or delete index while updating table IOPS'),
    ],
    [
      'a deletion with a stream',
      {
        TableName: withIndexes,
        ...remove('by-global'),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      },
      invalid('You cannot create or delete index while changing stream status'),
    ],
  ])
})
