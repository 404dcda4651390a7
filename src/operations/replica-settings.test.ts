/** Settings of a global table: what reaches every region, what a region can have of its own, what is never copied. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from './database-suite.js'
import { account, callerIn, create, openGroup, openPair, type Described } from './replicas-suite.js'

const scalingRole =
  'arn:aws:iam::000000000000:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable'
const scalingIdentity = {
  kind: 'role',
  account,
  arn: 'arn:aws:sts::000000000000:assumed-role/scaling/test',
  principalArn: scalingRole,
  userId: 'AROATEST:test',
} as const

const [east, west] = ['us-east-1', 'us-west-2'] as const

const onIndex = (change: string, index: Json) => ({
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'a', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexUpdates: [{ [change]: index }],
})
const index = {
  IndexName: 'by-a',
  KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
}

type Group = Awaited<ReturnType<typeof openGroup>>

async function inBoth(group: Group, member: string): Promise<readonly unknown[]> {
  const described = await Promise.all([east, west].map((region) => group.describeIn(region)))
  return described.map((table) => table[member])
}

function indexesOf(table: Described): readonly Json[] {
  return (table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
}

describe('a setting that all regions have', () => {
  it('is an index, added and deleted from any of them and built in each', async () => {
    const group = await openGroup()
    assert.equal(await group.update(west, onIndex('Create', index)), 'accepted')
    for (const region of [east, west]) {
      const [made] = indexesOf(await group.describeIn(region))
      assert.equal(made?.['IndexStatus'], 'CREATING', region)
    }
    const again = onIndex('Create', { ...index, IndexName: 'by-b' })
    await group.build(west, 'things')
    assert.equal(
      await group.update(west, again),
      'ResourceInUseException: The resource which you are attempting to change is in use.',
    )
    await group.build(east, 'things')
    const gone = { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-a' } }] }
    assert.equal(await group.update(east, gone), 'accepted')
    for (const region of [east, west]) {
      const table = await group.describeIn(region)
      assert.deepEqual(indexesOf(table), [], region)
      assert.equal((table['AttributeDefinitions'] as readonly Json[]).length, 1)
    }
  })

  it('is time to live', async () => {
    const group = await openGroup()
    const ttl = { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ends' } }
    assert.equal(await group.refusal(west, 'UpdateTimeToLive', ttl), 'accepted')
    const { TimeToLiveDescription } = await group.east('DescribeTimeToLive', group.here)
    assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: 'ENABLED', AttributeName: 'ends' })
  })

  it('is the class, the maxima and warm throughput', async () => {
    const group = await openGroup()
    assert.equal(await group.update(east, { TableClass: 'STANDARD_INFREQUENT_ACCESS' }), 'accepted')
    const classes = await inBoth(group, 'TableClassSummary')
    assert.deepEqual(
      classes.map((each) => (each as Json)['TableClass']),
      ['STANDARD_INFREQUENT_ACCESS', 'STANDARD_INFREQUENT_ACCESS'],
    )
    const maxima = { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 }
    assert.equal(await group.update(west, { OnDemandThroughput: maxima }), 'accepted')
    assert.deepEqual(await inBoth(group, 'OnDemandThroughput'), [maxima, maxima])
    const warm = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 }
    assert.equal(await group.update(west, { WarmThroughput: warm }), 'accepted')
    const shown = { ...warm, Status: 'ACTIVE' }
    assert.deepEqual(await inBoth(group, 'WarmThroughput'), [shown, shown])
  })

  it('is the billing mode with its units', async () => {
    const group = await openGroup()
    const units = { ReadCapacityUnits: 7, WriteCapacityUnits: 9 }
    const provisioned = { BillingMode: 'PROVISIONED', ProvisionedThroughput: units }
    assert.equal(await group.update(east, provisioned), 'accepted')
    for (const shown of await inBoth(group, 'ProvisionedThroughput')) {
      assert.deepEqual(
        { ...(shown as Json), NumberOfDecreasesToday: 0 },
        { ...units, NumberOfDecreasesToday: 0 },
      )
    }
  })

  it('shows UPDATING in every region while it takes its time', async () => {
    const group = await openGroup(1000)
    group.clock.advance(1000)
    assert.equal(await group.update(east, { TableClass: 'STANDARD_INFREQUENT_ACCESS' }), 'accepted')
    assert.deepEqual(await inBoth(group, 'TableStatus'), ['UPDATING', 'UPDATING'])
    assert.deepEqual(await group.statesIn(east), ['UPDATING', 'us-west-2 UPDATING'])
    group.clock.advance(1000)
    assert.deepEqual(await inBoth(group, 'TableStatus'), ['ACTIVE', 'ACTIVE'])
  })

  it('reaches a region later if the server stops in between', async () => {
    const group = await openGroup()
    const tables = await group.database.globalTables()
    const hurry = tables.work.hurry.bind(tables.work)
    tables.work.hurry = async () => undefined
    assert.equal(await group.update(east, { TableClass: 'STANDARD_INFREQUENT_ACCESS' }), 'accepted')
    const before = await group.describeIn(west)
    assert.equal('TableClassSummary' in before, false)
    assert.equal(
      await group.update(west, { TableClass: 'STANDARD' }),
      'ResourceInUseException: The resource which you are attempting to change is in use.',
    )
    tables.work.hurry = hurry
    await group.work()
    const after = await group.describeIn(west)
    assert.equal((after['TableClassSummary'] as Json)['TableClass'], 'STANDARD_INFREQUENT_ACCESS')
  })
})

describe('a setting of one region', () => {
  const override = (overrides: Json) => ({
    ReplicaUpdates: [{ Update: { RegionName: west, ...overrides } }],
  })
  const entryOf = async (group: Group) => {
    const { Replicas } = await group.describeIn(east)
    return Replicas![0] as unknown as Json
  }

  it('is its maximum of reads, until that of the table changes', async () => {
    const group = await openGroup()
    const own = { OnDemandThroughputOverride: { MaxReadRequestUnits: 40 } }
    assert.equal(await group.update(east, override(own)), 'accepted')
    assert.deepEqual((await entryOf(group))['OnDemandThroughputOverride'], {
      MaxReadRequestUnits: 40,
    })
    assert.deepEqual(await inBoth(group, 'OnDemandThroughput'), [
      undefined,
      { MaxReadRequestUnits: 40 },
    ])
    assert.equal(
      await group.update(east, { OnDemandThroughput: { MaxWriteRequestUnits: 5 } }),
      'accepted',
    )
    assert.deepEqual(await inBoth(group, 'OnDemandThroughput'), [
      { MaxWriteRequestUnits: 5 },
      { MaxReadRequestUnits: 40, MaxWriteRequestUnits: 5 },
    ])
    assert.equal(
      await group.update(east, { OnDemandThroughput: { MaxReadRequestUnits: 9 } }),
      'accepted',
    )
    assert.equal('OnDemandThroughputOverride' in (await entryOf(group)), false)
    const both = { MaxReadRequestUnits: 9, MaxWriteRequestUnits: 5 }
    assert.deepEqual(await inBoth(group, 'OnDemandThroughput'), [both, both])
  })

  it('is what auto scaling makes of its reads, and not of its writes', async () => {
    const group = await openGroup()
    const units = (ReadCapacityUnits: number, WriteCapacityUnits: number) => ({
      ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits },
    })
    await group.update(east, { BillingMode: 'PROVISIONED', ...units(5, 5) })
    const scale = (region: string, read: number, write: number) => {
      const caller = { ...callerIn(region), identity: scalingIdentity }
      return group.ask('UpdateTable', { ...group.here, ...units(read, write) }, caller)
    }
    const unitsInBoth = async () =>
      (await inBoth(group, 'ProvisionedThroughput')).map((each) => {
        const { ReadCapacityUnits, WriteCapacityUnits } = each as Record<string, number>
        return [ReadCapacityUnits, WriteCapacityUnits]
      })
    await scale(west, 20, 5)
    assert.deepEqual(await unitsInBoth(), [
      [5, 5],
      [20, 5],
    ])
    const entry = await entryOf(group)
    assert.deepEqual(entry['ProvisionedThroughputOverride'], { ReadCapacityUnits: 20 })
    await scale(west, 20, 30)
    assert.deepEqual(await unitsInBoth(), [
      [5, 30],
      [20, 30],
    ])
    await scale(east, 7, 30)
    assert.deepEqual(await unitsInBoth(), [
      [7, 30],
      [20, 30],
    ])
    await group.update(east, units(9, 30))
    assert.deepEqual(await unitsInBoth(), [
      [9, 30],
      [9, 30],
    ])
  })

  it('ends with -1, and is none if it is as in the table', async () => {
    const group = await openGroup()
    const set = (MaxReadRequestUnits: number) =>
      group.update(east, override({ OnDemandThroughputOverride: { MaxReadRequestUnits } }))
    assert.equal(await set(40), 'accepted')
    assert.equal(await set(-1), 'accepted')
    assert.deepEqual(await inBoth(group, 'OnDemandThroughput'), [undefined, undefined])
    await group.update(east, { OnDemandThroughput: { MaxReadRequestUnits: 9 } })
    assert.equal(await set(9), 'accepted')
    assert.equal('OnDemandThroughputOverride' in (await entryOf(group)), false)
  })

  it('is its class, which can change twice in 30 days', async () => {
    const group = await openGroup()
    const set = (TableClassOverride: string) => group.update(east, override({ TableClassOverride }))
    assert.equal(await set('STANDARD_INFREQUENT_ACCESS'), 'accepted')
    const summary = (await entryOf(group))['ReplicaTableClassSummary'] as Json
    assert.equal(summary['TableClass'], 'STANDARD_INFREQUENT_ACCESS')
    assert.equal('TableClassSummary' in (await group.describeIn(east)), false)
    assert.equal(await set('STANDARD'), 'accepted')
    assert.equal(
      await set('STANDARD_INFREQUENT_ACCESS'),
      'LimitExceededException: Limit exceeded for replica in us-west-2. Updates to TableClass are limited to 2 times in 30 day(s)',
    )
  })

  it('comes with the replica, even what it has no use for', async () => {
    const pair = await openPair()
    const overrides = {
      TableClassOverride: 'STANDARD_INFREQUENT_ACCESS',
      ProvisionedThroughputOverride: { ReadCapacityUnits: 3 },
      GlobalSecondaryIndexes: [
        { IndexName: 'nobody', ProvisionedThroughputOverride: { ReadCapacityUnits: 4 } },
      ],
    }
    assert.equal(await pair.update(east, create(west, overrides)), 'accepted')
    await pair.work()
    const replica = await pair.describeIn(west)
    assert.equal((replica['TableClassSummary'] as Json)['TableClass'], 'STANDARD_INFREQUENT_ACCESS')
    assert.deepEqual(await pair.statesIn(east), ['ACTIVE', 'us-west-2 ACTIVE'])
  })

  it('is never its protection, tags or recovery', async () => {
    const group = await openGroup()
    const { TableArn } = await group.describeIn(east)
    await group.update(east, { DeletionProtectionEnabled: true })
    await group.east('TagResource', { ResourceArn: TableArn, Tags: [{ Key: 'a', Value: 'b' }] })
    const on = { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }
    await group.east('UpdateContinuousBackups', { ...group.here, ...on })
    assert.deepEqual(await inBoth(group, 'DeletionProtectionEnabled'), [true, false])
    const other = await group.describeIn(west)
    const { Tags } = await group.west('ListTagsOfResource', { ResourceArn: other['TableArn'] })
    assert.deepEqual(Tags, [])
    const { ContinuousBackupsDescription } = await group.west(
      'DescribeContinuousBackups',
      group.here,
    )
    const recovery = (ContinuousBackupsDescription as Json)[
      'PointInTimeRecoveryDescription'
    ] as Json
    assert.equal(recovery['PointInTimeRecoveryStatus'], 'DISABLED')
  })
})

describe('a replica that is disassociated', () => {
  const leave = (region: string) => ({
    ReplicaUpdates: [
      { Disassociate: { RegionName: region, DisassociationMode: 'WAIT_FOR_REPLICATION' } },
    ],
  })

  it('becomes a table of its own once the others have its changes', async () => {
    const group = await openGroup()
    assert.match(await group.update(west, leave(west)), /disassociation protection enabled/)
    assert.equal(await group.update(west, { DisassociationProtectionEnabled: false }), 'accepted')
    assert.equal((await group.describeIn(west))['DisassociationProtectionEnabled'], false)
    group.filler.drained = false
    assert.equal(await group.update(west, leave(west)), 'accepted')
    await group.work()
    assert.deepEqual(await group.statesIn(west), ['UPDATING', 'us-east-1 ACTIVE'])
    group.filler.drained = true
    group.clock.advance(1000)
    await group.work()
    assert.deepEqual(await group.statesIn(west), ['ACTIVE', 'none'])
    assert.deepEqual(await group.statesIn(east), ['ACTIVE', 'none'])
  })

  it('is asked for in its own region', async () => {
    const group = await openGroup()
    assert.match(await group.update(east, leave(west)), /^ValidationException/)
  })
})

describe('the throughput of a replica', () => {
  const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
  const target = {
    ServiceNamespace: 'dynamodb',
    ResourceId: 'table/things',
    ScalableDimension: 'dynamodb:table:WriteCapacityUnits',
  }
  const policy = {
    PolicyName: 'half',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 50,
      PredefinedMetricSpecification: { PredefinedMetricType: 'DynamoDBWriteCapacityUtilization' },
    },
  }

  it('is scaled as that of its source', async () => {
    const pair = await openPair(0, {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units,
    })
    const bounds = { MinCapacity: 2, MaxCapacity: 90 }
    await pair.east('autoscaling.RegisterScalableTarget', { ...target, ...bounds })
    assert.equal(
      await pair.update(east, create(west)),
      'ValidationException: Table write capacity should either be Pay-Per-Request or AutoScaled.',
    )
    await pair.east('autoscaling.PutScalingPolicy', { ...target, ...policy })
    assert.equal(await pair.update(east, create(west)), 'accepted')
    await pair.work()
    assert.deepEqual(await pair.statesIn(west), ['ACTIVE', 'us-east-1 ACTIVE'])
    const { ScalableTargets } = await pair.west('autoscaling.DescribeScalableTargets', {
      ServiceNamespace: 'dynamodb',
    })
    const [mirrored] = ScalableTargets as readonly Json[]
    assert.deepEqual([mirrored?.['MinCapacity'], mirrored?.['MaxCapacity']], [2, 90])
    const { ScalingPolicies } = await pair.west('autoscaling.DescribeScalingPolicies', {
      ServiceNamespace: 'dynamodb',
    })
    assert.equal((ScalingPolicies as readonly Json[])[0]?.['PolicyName'], 'half')
  })

  it('needs a target for every global index', async () => {
    const pair = await openPair(0, {
      AttributeDefinitions: onIndex('Create', index).AttributeDefinitions,
      GlobalSecondaryIndexes: [{ ...index, ProvisionedThroughput: units }],
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units,
    })
    const bounds = { MinCapacity: 2, MaxCapacity: 90 }
    await pair.east('autoscaling.RegisterScalableTarget', { ...target, ...bounds })
    await pair.east('autoscaling.PutScalingPolicy', { ...target, ...policy })
    assert.equal(
      await pair.update(east, create(west)),
      'ValidationException: GSI write capacity should either be Pay-Per-Request or AutoScaled.',
    )
  })
})

describe('the mode in which settings are replicated', () => {
  it('can be chosen for a table without replicas', async () => {
    const pair = await openPair()
    const set = (mode: string) => pair.update(east, { GlobalTableSettingsReplicationMode: mode })
    assert.equal(await set('ENABLED'), 'accepted')
    assert.equal(await set('DISABLED'), 'accepted')
    assert.equal(
      await set('ENABLED_WITH_OVERRIDES'),
      "ValidationException: Value 'ENABLED_WITH_OVERRIDES' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only ENABLED and DISABLED settings replication are supported for a Regional Table.",
    )
  })
})
