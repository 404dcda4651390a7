/** The life of replicas: their states in the service's order, by a clock that nobody waits for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from './database-suite.js'
import {
  callerIn,
  create,
  openGroup,
  openPair,
  remove,
  schema,
  type Described,
} from './replicas-suite.js'

describe('a replica that is added', () => {
  it('passes its states in order, and both tables list each other', async () => {
    const pair = await openPair(1000)
    const { east, here, statesIn, filler, clock, work } = pair
    filler.progress = { kind: 'copying', isWaiting: true }
    const answer = await east('UpdateTable', { ...here, ...create('us-west-2') })
    const description = answer['TableDescription'] as Described
    assert.equal(description.TableStatus, 'UPDATING')
    assert.deepEqual(description.Replicas, [])
    assert.equal(description.GlobalTableVersion, '2019.11.21')
    assert.deepEqual(description.StreamSpecification, {
      StreamEnabled: true,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    })
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['UPDATING', ''])
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'us-west-2 CREATING'])
    assert.deepEqual(await statesIn('us-west-2'), ['CREATING', 'us-east-1 ACTIVE'])
    filler.progress = { kind: 'copied', isWaiting: true }
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['UPDATING', 'us-west-2 CREATING'])
    assert.deepEqual(await statesIn('us-west-2'), ['CREATING', 'us-east-1 ACTIVE'])
    filler.progress = { kind: 'caught-up' }
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'us-west-2 ACTIVE'])
    assert.deepEqual(await statesIn('us-west-2'), ['ACTIVE', 'us-east-1 ACTIVE'])
  })

  it('is a table of its own with the schema, the indexes and the stream of its source', async () => {
    const index = {
      IndexName: 'by-a',
      KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    }
    const pair = await openPair(0, {
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'a', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [index],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      Tags: [{ Key: 'team', Value: 'a' }],
      DeletionProtectionEnabled: true,
    })
    const { east, west, here } = pair
    const ttl = { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ends' } }
    await east('UpdateTimeToLive', { ...here, ...ttl })
    await east('UpdateTable', { ...here, ...create('us-west-2') })
    await pair.work()
    await pair.build('us-west-2', 'things')
    pair.clock.advance(1000)
    await pair.work()
    const source = await pair.describeIn('us-east-1')
    const replica = await pair.describeIn('us-west-2')
    assert.equal(replica.TableStatus, 'ACTIVE')
    assert.notEqual(replica.TableId, source.TableId)
    assert.deepEqual(replica['KeySchema'], source['KeySchema'])
    assert.deepEqual(replica['AttributeDefinitions'], source['AttributeDefinitions'])
    assert.deepEqual(replica.StreamSpecification, source.StreamSpecification)
    assert.equal((replica['GlobalSecondaryIndexes'] as readonly Json[]).length, 1)
    assert.equal(replica['DeletionProtectionEnabled'], false)
    const described = await west('DescribeTimeToLive', here)
    assert.deepEqual(described['TimeToLiveDescription'], {
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'ends',
    })
    const tags = await west('ListTagsOfResource', { ResourceArn: replica['TableArn'] })
    assert.deepEqual(tags['Tags'], [])
  })

  it('keeps every other change of the table waiting', async () => {
    const pair = await openPair()
    const { filler, work, update, refusal, here, east } = pair
    filler.progress = { kind: 'copying', isWaiting: true }
    await east('UpdateTable', { ...here, ...create('us-west-2') })
    await work()
    const inUse =
      'ResourceInUseException: The resource which you are attempting to change is in use.'
    assert.equal(await update('us-east-1', create('eu-west-1')), inUse)
    assert.equal(await update('us-east-1', { DeletionProtectionEnabled: true }), inUse)
    assert.equal(await update('us-east-1', remove('us-west-2')), inUse)
    assert.equal(
      await update('us-east-1', create('us-west-2')),
      'ResourceInUseException: Global table with name: things already exists with replicas in regions: us-east-1, us-west-2.',
    )
    const added =
      'ValidationException: Create/Update/Delete of replica is not allowed while the replica is being added to table with name: ‘things’ in region: ‘us-west-2’.'
    assert.equal(await update('us-west-2', create('eu-west-1')), added)
    assert.equal(await update('us-west-2', { DeletionProtectionEnabled: true }), added)
    const ttl = { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ends' } }
    assert.equal(await refusal('us-east-1', 'UpdateTimeToLive', ttl), added)
    assert.equal(
      await refusal('us-west-2', 'DeleteTable', {}),
      'ResourceInUseException: Attempt to change a resource which is still in use: Table: things is being used.',
    )
    const item = { Item: { pk: { S: 'a' } } }
    assert.equal(await refusal('us-east-1', 'PutItem', item), 'accepted')
    for (const [operation, input] of [
      ['PutItem', item],
      ['DescribeTimeToLive', {}],
    ] as const) {
      assert.match(await refusal('us-west-2', operation, input), /^ResourceNotFoundEx/, operation)
    }
    const backups = await refusal('us-west-2', 'DescribeContinuousBackups', {})
    assert.match(backups, /^TableNotFoundException/)
  })

  it('is let go of if its table cannot be made', async () => {
    const pair = await openPair(1000)
    const { east, west, here, clock, work, statesIn } = pair
    await east('UpdateTable', { ...here, ...create('us-west-2') })
    await west('CreateTable', { ...here, ...schema })
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'none'])
    assert.deepEqual(await statesIn('us-west-2'), ['ACTIVE', 'none'])
  })
})

describe('a replica that is removed', () => {
  it('is ACTIVE, then DELETING, then gone; the last table is one of its region again', async () => {
    const pair = await openGroup(1000)
    const { east, here, statesIn, update, clock, work } = pair
    clock.advance(1000)
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'us-west-2 ACTIVE'])
    const answer = await east('UpdateTable', { ...here, ...remove('us-west-2') })
    const { TableStatus, Replicas } = answer['TableDescription'] as Described
    assert.deepEqual([TableStatus, Replicas?.[0]?.ReplicaStatus], ['UPDATING', 'ACTIVE'])
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'us-west-2 DELETING'])
    assert.deepEqual((await statesIn('us-west-2'))[0], 'DELETING')
    assert.equal(
      await update('us-east-1', create('us-west-2')),
      'ValidationException: Failed to create a the new replica of table with name: ‘things’ because one or more replicas already existed as tables.',
    )
    clock.advance(1000)
    await work()
    assert.deepEqual(await statesIn('us-east-1'), ['ACTIVE', 'none'])
    const regional = await pair.describeIn('us-east-1')
    for (const member of ['GlobalTableVersion', 'Replicas', 'GlobalTableSettingsReplicationMode']) {
      assert.equal(member in regional, false, member)
    }
    assert.ok(regional.StreamSpecification)
    assert.equal(
      await update('us-east-1', { StreamSpecification: { StreamEnabled: false } }),
      'accepted',
    )
  })

  it('can be added again once it is gone, as another table', async () => {
    const pair = await openGroup()
    const before = await pair.describeIn('us-west-2')
    assert.equal(await pair.update('us-east-1', remove('us-west-2')), 'accepted')
    await pair.work()
    assert.equal(await pair.update('us-east-1', create('us-west-2')), 'accepted')
    await pair.work()
    const after = await pair.describeIn('us-west-2')
    assert.equal(after.TableStatus, 'ACTIVE')
    assert.notEqual(after.TableId, before.TableId)
  })

  it('is removed by DeleteTable in its region, which leaves the others', async () => {
    const pair = await openGroup()
    assert.equal(await pair.update('us-east-1', create('eu-west-1')), 'accepted')
    await pair.work()
    assert.equal(await pair.refusal('us-west-2', 'DeleteTable', {}), 'accepted')
    await pair.work()
    assert.deepEqual(await pair.statesIn('us-east-1'), ['ACTIVE', 'eu-west-1 ACTIVE'])
    assert.deepEqual(await pair.statesIn('eu-west-1'), ['ACTIVE', 'us-east-1 ACTIVE'])
    assert.match(await pair.refusal('us-west-2', 'DescribeTable', {}), /^ResourceNotFound/)
  })

  it('cannot be a region that replicas came from in the last 24 hours', async () => {
    const pair = await openGroup()
    const source =
      'ValidationException: Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.'
    assert.equal(await pair.update('us-west-2', remove('us-east-1')), source)
    assert.equal(await pair.refusal('us-east-1', 'DeleteTable', {}), source)
    pair.clock.advance(24 * 60 * 60 * 1000)
    assert.equal(await pair.update('us-west-2', remove('us-east-1')), 'accepted')
    await pair.work()
    assert.deepEqual(await pair.statesIn('us-west-2'), ['ACTIVE', 'none'])
  })

  it('cannot be protected', async () => {
    const pair = await openGroup()
    assert.equal(await pair.update('us-west-2', { DeletionProtectionEnabled: true }), 'accepted')
    assert.equal(
      await pair.update('us-east-1', remove('us-west-2')),
      'ValidationException: Cannot delete table things in region us-west-2 because it has deletion protection enabled. Disable deletion protection first.',
    )
    const other = await pair.describeIn('us-east-1')
    assert.equal(other['DeletionProtectionEnabled'], false)
  })
})

describe('a request about replicas', () => {
  const many =
    'Update table operation with more than one create or delete replica actions not allowed'
  const rows: readonly (readonly [string, Json, string])[] = [
    [
      'two creates',
      {
        ReplicaUpdates: [
          ...create('eu-west-1').ReplicaUpdates,
          ...create('eu-west-2').ReplicaUpdates,
        ],
      },
      many,
    ],
    [
      'two kinds',
      {
        ReplicaUpdates: [
          { Create: { RegionName: 'eu-west-1' }, Delete: { RegionName: 'eu-west-1' } },
        ],
      },
      'Update table operation with more than one type of replica actions not allowed.',
    ],
    [
      'no action',
      { ReplicaUpdates: [{}] },
      'There are no actions specified in the Replica Update Action of the request.',
    ],
    [
      'an empty update',
      { ReplicaUpdates: [{ Update: { RegionName: 'us-west-2' } }] },
      'There are no actions specified in the Replica Update Action of the request.',
    ],
    [
      'an index without an override',
      {
        ReplicaUpdates: [
          { Update: { RegionName: 'us-west-2', GlobalSecondaryIndexes: [{ IndexName: 'by-a' }] } },
        ],
      },
      'There are no actions specified in the Replica Update Action of the request.',
    ],
    [
      'the own region',
      create('us-east-1'),
      'Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as required.',
    ],
    [
      'another change',
      { ...create('eu-west-1'), TableClass: 'STANDARD' },
      'One or more parameter values were invalid: Replica modification must be the only operation in the request',
    ],
    [
      'a member',
      create('us-west-2'),
      'Failed to create a the new replica of table with name: ‘things’ because one or more replicas already existed as tables.',
    ],
    [
      'a removal of none',
      remove('eu-west-1'),
      'Update global table operation failed because one or more replicas were not part of the global table. Please retry the request without these replicas: [eu-west-1].',
    ],
    [
      'provisioned reads on demand',
      {
        ReplicaUpdates: [
          {
            Update: {
              RegionName: 'us-west-2',
              ProvisionedThroughputOverride: { ReadCapacityUnits: 5 },
            },
          },
        ],
      },
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ],
    [
      'a stream turned off',
      { StreamSpecification: { StreamEnabled: false } },
      'One or more parameter values were invalid: Disabling Stream is not allowed for a Global Table replica.',
    ],
    [
      'a stream again',
      { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
      'Table already has an enabled stream: TableName: things',
    ],
    [
      'a key',
      { SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'one' } },
      'One or more parameter values were invalid: KMSMasterKeyId must be specified for each replica.',
    ],
  ]

  it("is refused in the service's words", async () => {
    const pair = await openGroup()
    for (const [what, request, sentence] of rows) {
      assert.equal(
        await pair.update('us-east-1', request),
        `ValidationException: ${sentence}`,
        what,
      )
    }
    const unknown = await pair.update('us-east-1', create('us-fake-1'))
    assert.match(
      unknown,
      /^ValidationException: Region us-fake-1 is not supported\. The latest version of global tables are only supported in the following regions: [[]ap-south-2, ap-south-1, /,
    )
  })

  it('is refused in other words where there are no replicas', async () => {
    const pair = await openPair()
    assert.equal(
      await pair.update('us-east-1', remove('us-west-2')),
      'ValidationException: Replica specified in the Replica Update or Replica Delete action of the request was not found.',
    )
  })

  it('that names a region twice is accepted', async () => {
    const pair = await openPair()
    const [action] = create('us-west-2').ReplicaUpdates
    assert.equal(await pair.update('us-east-1', { ReplicaUpdates: [action, action] }), 'accepted')
  })

  it('is refused where all regions are one', async () => {
    const pair = await openPair()
    const caller = { ...callerIn('us-east-1'), isShared: true } as const
    await assert.rejects(
      pair.ask('UpdateTable', { ...pair.here, ...create('us-west-2') }, caller),
      /ReplicaUpdates is not supported by this server/,
    )
    assert.deepEqual(await pair.statesIn('us-east-1'), ['ACTIVE', 'none'])
  })

  it('needs throughput that follows the load', async () => {
    const units = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
    const pair = await openPair(0, { BillingMode: 'PROVISIONED', ProvisionedThroughput: units })
    assert.equal(
      await pair.update('us-east-1', create('us-west-2')),
      'ValidationException: Table write capacity should either be Pay-Per-Request or AutoScaled.',
    )
  })
})
