/** Successful CreateTable requests: every field of the description, on creation and once ACTIVE. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
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
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function create(shape: Json): Promise<{ name: string; made: Json; active: Json }> {
  const name = newTableName()
  const { TableDescription } = await client.ask('CreateTable', { TableName: name, ...shape })
  return { name, made: TableDescription as Json, active: await client.untilActive(name) }
}
const without = (source: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))

describe('CreateTable describes', () => {
  it('a provisioned table', async () => {
    const shape = {
      AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'N')],
      KeySchema: [hash('pk'), range('sk')],
      ...provisioned(3, 2),
    }
    const before = Date.now() / 1000
    const { name, made } = await create(shape)
    const created = made['CreationDateTime'] as number
    assert.ok(created >= before - 60 && created <= Date.now() / 1000 + 60, 'a time in seconds')
    assert.match(made['TableId'] as string, uuid)
    assert.match(
      made['TableArn'] as string,
      new RegExp(`^arn:aws:dynamodb:${client.region}:\\d{12}:table/${name}$`),
    )
    assert.deepEqual(without(made, 'CreationDateTime', 'TableId', 'TableArn'), {
      TableName: name,
      TableStatus: 'CREATING',
      AttributeDefinitions: shape.AttributeDefinitions,
      KeySchema: shape.KeySchema,
      ProvisionedThroughput: {
        NumberOfDecreasesToday: 0,
        ReadCapacityUnits: 3,
        WriteCapacityUnits: 2,
      },
      TableSizeBytes: 0,
      ItemCount: 0,
      DeletionProtectionEnabled: false,
    })
  })

  it('an on-demand table', async () => {
    const { made, active } = await create(partitionOnly())
    assert.deepEqual(made['ProvisionedThroughput'], {
      NumberOfDecreasesToday: 0,
      ReadCapacityUnits: 0,
      WriteCapacityUnits: 0,
    })
    assert.deepEqual(made['BillingModeSummary'], { BillingMode: 'PAY_PER_REQUEST' })
    assert.equal('WarmThroughput' in made, false)
    const summary = active['BillingModeSummary'] as Json
    assert.equal(typeof summary['LastUpdateToPayPerRequestDateTime'], 'number')
    assert.deepEqual(active['WarmThroughput'], {
      ReadUnitsPerSecond: 12000,
      WriteUnitsPerSecond: 4000,
      Status: 'ACTIVE',
    })
  })

  it('no billing mode if only PROVISIONED was ever set', async () => {
    const shape = { ...without(partitionOnly(), 'BillingMode'), ...provisioned(1, 1) }
    for (const named of [{}, { BillingMode: 'PROVISIONED' }]) {
      const { made, active } = await create({ ...shape, ...named })
      assert.equal('BillingModeSummary' in made, false)
      assert.equal('BillingModeSummary' in active, false)
    }
  })

  it('warm throughput of a provisioned table as its provisioned throughput', async () => {
    const { active } = await create({
      ...partitionOnly(),
      BillingMode: 'PROVISIONED',
      ...provisioned(5, 7),
    })
    assert.deepEqual(active['WarmThroughput'], {
      ReadUnitsPerSecond: 5,
      WriteUnitsPerSecond: 7,
      Status: 'ACTIVE',
    })
  })

  it('warm throughput that was requested as UPDATING', async () => {
    const WarmThroughput = { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000 }
    const { made } = await create({ ...partitionOnly(), WarmThroughput })
    assert.deepEqual(made['WarmThroughput'], { ...WarmThroughput, Status: 'UPDATING' })
  })

  it('indexes', async () => {
    const { made, active } = await create(indexed)
    const [local] = active['LocalSecondaryIndexes'] as readonly Json[]
    assert.deepEqual(local, {
      IndexName: 'by-local',
      KeySchema: [hash('pk'), range('local')],
      Projection: { ProjectionType: 'ALL' },
      IndexSizeBytes: 0,
      ItemCount: 0,
      IndexArn: `${active['TableArn'] as string}/index/by-local`,
    })
    const [making] = made['GlobalSecondaryIndexes'] as readonly Json[]
    assert.equal(making?.['IndexStatus'], 'CREATING')
    assert.equal('WarmThroughput' in making, false)
    const [global] = active['GlobalSecondaryIndexes'] as readonly Json[]
    assert.deepEqual(without(global!, 'WarmThroughput'), {
      IndexName: 'by-global',
      KeySchema: [hash('global')],
      Projection: { ProjectionType: 'ALL' },
      IndexStatus: 'ACTIVE',
      ProvisionedThroughput: {
        NumberOfDecreasesToday: 0,
        ReadCapacityUnits: 0,
        WriteCapacityUnits: 0,
      },
      IndexSizeBytes: 0,
      ItemCount: 0,
      IndexArn: `${active['TableArn'] as string}/index/by-global`,
    })
  })

  it('an index with its own throughput and an INCLUDE projection', async () => {
    const { active } = await create({
      AttributeDefinitions: [attribute('pk', 'S'), attribute('g', 'B')],
      KeySchema: [hash('pk')],
      ...provisioned(1, 1),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'some',
          KeySchema: [hash('g')],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['b', 'a'] },
          ...provisioned(2, 3),
        },
      ],
    })
    const [index] = active['GlobalSecondaryIndexes'] as readonly Json[]
    const projection = index?.['Projection'] as Json
    assert.equal(projection['ProjectionType'], 'INCLUDE')
    assert.deepEqual(projection['NonKeyAttributes'], ['a', 'b'])
    assert.deepEqual(index?.['ProvisionedThroughput'], {
      NumberOfDecreasesToday: 0,
      ReadCapacityUnits: 2,
      WriteCapacityUnits: 3,
    })
  })

  it('a stream', async () => {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
    const { active } = await create({ ...partitionOnly(), StreamSpecification })
    assert.deepEqual(active['StreamSpecification'], StreamSpecification)
    const label = active['LatestStreamLabel'] as string
    assert.match(label, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
    assert.equal(active['LatestStreamArn'], `${active['TableArn'] as string}/stream/${label}`)
  })

  it('no stream if it is disabled', async () => {
    const { active } = await create({
      ...partitionOnly(),
      StreamSpecification: { StreamEnabled: false },
    })
    assert.equal('LatestStreamArn' in active, false)
  })

  it('encryption with a managed key', async () => {
    const { active } = await create({ ...partitionOnly(), SSESpecification: { Enabled: true } })
    const encryption = active['SSEDescription'] as Json
    assert.equal(encryption['Status'], 'ENABLED')
    assert.equal(encryption['SSEType'], 'KMS')
    assert.match(encryption['KMSMasterKeyArn'] as string, /^arn:aws:kms:/)
  })

  it('no encryption if none was requested', async () => {
    const { active } = await create(partitionOnly())
    assert.equal('SSEDescription' in active, false)
  })

  const settings: readonly (readonly [string, Json, string, unknown])[] = [
    ['deletion protection', { DeletionProtectionEnabled: true }, 'DeletionProtectionEnabled', true],
    [
      'a table class',
      { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
      'TableClassSummary',
      { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
    ],
    [
      'limits of on-demand throughput',
      { OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: 5 } },
      'OnDemandThroughput',
      { MaxReadRequestUnits: 10, MaxWriteRequestUnits: 5 },
    ],
    [
      'warm throughput',
      { WarmThroughput: { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000 } },
      'WarmThroughput',
      { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000, Status: 'ACTIVE' },
    ],
  ]
  for (const [name, setting, member, expected] of settings) {
    it(name, async () => {
      const { name: TableName, active } = await create({ ...partitionOnly(), ...setting })
      assert.deepEqual(active[member], expected)
      await client.call('UpdateTable', { TableName, DeletionProtectionEnabled: false })
    })
  }
})

describe('CreateTable', () => {
  it('assigns a new id to each table, even for a reused name', async () => {
    const { name, active } = await create(partitionOnly())
    await client.ask('DeleteTable', { TableName: name })
    let again = await client.call('CreateTable', { TableName: name, ...partitionOnly() })
    while (again.type === 'ResourceInUseException') {
      again = await client.call('CreateTable', { TableName: name, ...partitionOnly() })
    }
    const described = again.body['TableDescription'] as Json
    assert.match(described['TableId'] as string, uuid)
    assert.notEqual(described['TableId'], active['TableId'])
  })

  it('creates an empty table for a reused name', async () => {
    const { name } = await create(partitionOnly())
    const Key = { pk: { S: 'ghost' } }
    await client.ask('PutItem', { TableName: name, Item: Key })
    await client.ask('DeleteTable', { TableName: name })
    while ((await client.call('DescribeTable', { TableName: name })).status === 200);
    await client.ask('CreateTable', { TableName: name, ...partitionOnly() })
    await client.untilActive(name)
    assert.deepEqual(await client.ask('GetItem', { TableName: name, Key }), {})
  })

  it('stores tags', async () => {
    const { active } = await create({ ...partitionOnly(), Tags: [{ Key: 'team', Value: 'core' }] })
    const answer = await client.ask('ListTagsOfResource', { ResourceArn: active['TableArn'] })
    assert.deepEqual(answer['Tags'], [{ Key: 'team', Value: 'core' }])
  })

  it('accepts an index with four partition and four sort attributes', async () => {
    const names = ['h1', 'h2', 'h3', 'h4', 'r1', 'r2', 'r3', 'r4']
    const KeySchema = names.map((name) => (name.startsWith('h') ? hash(name) : range(name)))
    const { active } = await create({
      AttributeDefinitions: ['pk', ...names].map((name) => attribute(name, 'S')),
      KeySchema: [hash('pk')],
      GlobalSecondaryIndexes: [
        { IndexName: 'many', KeySchema, Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
      ...onDemand,
    })
    const [index] = active['GlobalSecondaryIndexes'] as readonly Json[]
    assert.deepEqual(index?.['KeySchema'], KeySchema)
  })
})
