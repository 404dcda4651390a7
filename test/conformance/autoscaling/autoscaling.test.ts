/** Application Auto Scaling over the wire, by the AWS SDK: targets, policies, schedules, activities, tags. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ApplicationAutoScaling,
  type RegisterScalableTargetCommandInput,
} from '@aws-sdk/client-application-auto-scaling'
import { connect, testCredentials } from '../../support/client.js'
import { partitionOnly } from '../../support/tables.js'
import { until } from '../../support/until.js'

const client = await connect()
const { region, ...credentials } = testCredentials
const scaling = new ApplicationAutoScaling({ endpoint: client.url, region, credentials })
const ServiceNamespace = 'dynamodb' as const
const ScalableDimension = 'dynamodb:table:ReadCapacityUnits' as const

async function newTable(): Promise<string> {
  const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
  return client.createTable({
    ...partitionOnly(),
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput,
  })
}

async function newTarget(more: Partial<RegisterScalableTargetCommandInput> = {}) {
  const target = { ServiceNamespace, ResourceId: `table/${await newTable()}`, ScalableDimension }
  const bounds = { MinCapacity: 5, MaxCapacity: 10 }
  const { ScalableTargetARN } = await scaling.registerScalableTarget({
    ...target,
    ...bounds,
    ...more,
  })
  return { target, arn: ScalableTargetARN! }
}

const policy = {
  PolicyName: 'track',
  PolicyType: 'TargetTrackingScaling',
  TargetTrackingScalingPolicyConfiguration: {
    TargetValue: 70,
    PredefinedMetricSpecification: { PredefinedMetricType: 'DynamoDBReadCapacityUtilization' },
  },
} as const

function refuses(call: Promise<unknown>, name: string, message: RegExp | string): Promise<void> {
  return assert.rejects(call, { name, message })
}

describe('a scalable target', () => {
  it('is described with the role of the service', async () => {
    const { target, arn } = await newTarget({
      RoleARN: 'arn:aws:iam::000000000000:role/mine',
      Tags: { team: 'core' },
    })
    assert.match(
      arn,
      /^arn:aws:application-autoscaling:[^:]+:\d{12}:scalable-target\/[a-z0-9]{36}$/,
    )
    const { ScalableTargets = [] } = await scaling.describeScalableTargets({
      ServiceNamespace,
      ResourceIds: [target.ResourceId],
      ScalableDimension,
    })
    const [found] = ScalableTargets
    const { CreationTime, RoleARN, ...others } = found!
    assert.ok(CreationTime instanceof Date)
    assert.match(
      RoleARN!,
      /^arn:aws:iam::\d{12}:role\/aws-service-role\/dynamodb\.application-autoscaling\.amazonaws\.com\/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable$/,
    )
    assert.deepEqual(others, {
      ...target,
      MinCapacity: 5,
      MaxCapacity: 10,
      SuspendedState: {
        DynamicScalingInSuspended: false,
        DynamicScalingOutSuspended: false,
        ScheduledScalingSuspended: false,
      },
      ScalableTargetARN: arn,
    })
    assert.deepEqual((await scaling.listTagsForResource({ ResourceARN: arn })).Tags, {
      team: 'core',
    })
  })

  it('moves units inside its bounds at once', async () => {
    const { target } = await newTarget({ MinCapacity: 7 })
    await until(
      async () => {
        const { ScalingActivities } = await scaling.describeScalingActivities({
          ServiceNamespace,
          ResourceId: target.ResourceId,
        })
        return ScalingActivities?.[0]?.StatusCode === 'Successful'
      },
      () => 'the units were not moved',
    )
    const TableName = target.ResourceId.slice('table/'.length)
    const { Table } = (await client.ask('DescribeTable', { TableName })) as {
      readonly Table: { readonly ProvisionedThroughput: { readonly ReadCapacityUnits: number } }
    }
    assert.equal(Table.ProvisionedThroughput.ReadCapacityUnits, 7)
  })

  it('is refused in the sentences of the service', async () => {
    const table = `table/${await newTable()}`
    const register = (input: Partial<RegisterScalableTargetCommandInput>) =>
      scaling.registerScalableTarget({
        ServiceNamespace,
        ResourceId: table,
        ScalableDimension,
        MinCapacity: 1,
        MaxCapacity: 2,
        ...input,
      })
    const unsupported = 'Unsupported service namespace, resource type or scalable dimension'
    await refuses(
      register({ ResourceId: `${table}/index/abc` }),
      'ValidationException',
      unsupported,
    )
    await refuses(register({ ServiceNamespace: 'ecs' }), 'ValidationException', unsupported)
    await refuses(
      register({ ResourceId: 'table/absent' }),
      'ValidationException',
      'DynamoDB table does not exist: table/absent',
    )
    await refuses(
      register({ RoleARN: 'arn:aws:iam::999999999999:role/theirs' }),
      'AccessDeniedException',
      'Cross-account pass role is not allowed.',
    )
    await refuses(register({ MinCapacity: 3 }), 'ValidationException', /Maximum capacity/)
    const target = { ServiceNamespace, ResourceId: table, ScalableDimension }
    const named = `service namespace: dynamodb, resource ID: ${table}, scalable dimension: ${ScalableDimension}`
    await refuses(
      scaling.deregisterScalableTarget(target),
      'ObjectNotFoundException',
      `No scalable target found for ${named}`,
    )
    await refuses(
      scaling.putScalingPolicy({ ...target, ...policy }),
      'ObjectNotFoundException',
      `No scalable target registered for ${named}`,
    )
    await refuses(
      scaling.deleteScalingPolicy({ ...target, PolicyName: 'p' }),
      'ObjectNotFoundException',
      `No scaling policy found for ${named}, policy name: p`,
    )
    await refuses(
      scaling.putScalingPolicy({ ...target, ...policy, PolicyType: 'ABCDEFG' as never }),
      'ValidationException',
      "1 validation error detected: Value 'ABCDEFG' at 'policyType' failed to satisfy constraint: Member must satisfy enum value set: [PredictiveScaling, StepScaling, TargetTrackingScaling]",
    )
  })

  it('goes with its policies and schedules', async () => {
    const { target } = await newTarget()
    await scaling.putScalingPolicy({ ...target, ...policy })
    await scaling.deregisterScalableTarget(target)
    const { ResourceId } = target
    const found = await scaling.describeScalingPolicies({ ServiceNamespace, ResourceId })
    assert.deepEqual(found.ScalingPolicies, [])
  })

  it('is described in pages', async () => {
    const first = await newTarget()
    const second = await newTarget()
    const ResourceIds = [first.target.ResourceId, second.target.ResourceId]
    const asked = { ServiceNamespace, ResourceIds, MaxResults: 1 }
    const one = await scaling.describeScalableTargets(asked)
    const { NextToken } = one
    const two = await scaling.describeScalableTargets({ ...asked, NextToken })
    const ids = [one, two].map(({ ScalableTargets: [found] = [] }) => found?.ResourceId)
    assert.deepEqual(ids, ResourceIds.toSorted())
    assert.equal(two.NextToken, undefined)
    const foreign = { ServiceNamespace, NextToken }
    await refuses(scaling.describeScalableTargets(foreign), 'InvalidNextTokenException', /token/)
  })
})

describe('a scaling policy', () => {
  it('has four alarms, and one less if nothing is to be removed', async () => {
    const { target } = await newTarget()
    const { PolicyARN, Alarms = [] } = await scaling.putScalingPolicy({ ...target, ...policy })
    assert.match(
      PolicyARN!,
      /^arn:aws:autoscaling:[^:]+:\d{12}:scalingPolicy:[0-9a-f-]{36}:resource\/dynamodb\/table\/[^:]+:policyName\/track$/,
    )
    assert.equal(Alarms.length, 4)
    const { ScalingPolicies = [] } = await scaling.describeScalingPolicies({
      ServiceNamespace,
      PolicyNames: ['track'],
      ResourceId: target.ResourceId,
    })
    assert.equal(ScalingPolicies[0]?.PolicyARN, PolicyARN)
    assert.deepEqual(ScalingPolicies[0]?.Alarms, Alarms)
    assert.deepEqual(
      ScalingPolicies[0]?.TargetTrackingScalingPolicyConfiguration,
      policy.TargetTrackingScalingPolicyConfiguration,
    )
    const changed = {
      ...policy.TargetTrackingScalingPolicyConfiguration,
      ScaleInCooldown: 0,
      DisableScaleIn: true,
    }
    const again = await scaling.putScalingPolicy({
      ...target,
      ...policy,
      TargetTrackingScalingPolicyConfiguration: changed,
    })
    assert.equal(again.PolicyARN, PolicyARN)
    assert.equal(again.Alarms?.length, 3)
    await refuses(
      scaling.putScalingPolicy({ ...target, ...policy, PolicyName: 'other' }),
      'ValidationException',
      'Only one TargetTrackingScaling policy for a given metric specification is allowed.',
    )
  })

  it('aims at 20 to 90 percent', async () => {
    const { target } = await newTarget()
    for (const [TargetValue, isFine] of [
      [19.9, false],
      [20, true],
      [90, true],
      [90.1, false],
    ] as const) {
      const { PredefinedMetricSpecification } = policy.TargetTrackingScalingPolicyConfiguration
      const put = scaling.putScalingPolicy({
        ...target,
        ...policy,
        TargetTrackingScalingPolicyConfiguration: { TargetValue, PredefinedMetricSpecification },
      })
      await (isFine ? put : refuses(put, 'ValidationException', /Target value/))
    }
  })
})

describe('a scheduled action', () => {
  it('is kept, and loses the times that an update leaves out', async () => {
    const { target } = await newTarget()
    const StartTime = new Date('2099-01-01T00:00:00Z')
    const action = {
      ...target,
      ScheduledActionName: 'morning',
      Schedule: 'cron(0 8 ? * MON-FRI *)',
      Timezone: 'Europe/Berlin',
      ScalableTargetAction: { MinCapacity: 6 },
    }
    await scaling.putScheduledAction({ ...action, StartTime })
    const find = async () => {
      const { ResourceId } = target
      const found = await scaling.describeScheduledActions({ ServiceNamespace, ResourceId })
      const { ScheduledActionARN, CreationTime: _at, ...others } = found.ScheduledActions![0]!
      assert.match(
        ScheduledActionARN!,
        /:scheduledAction:[0-9a-f-]{36}:resource\/dynamodb\/table\//,
      )
      return others
    }
    assert.deepEqual(await find(), { ...action, StartTime })
    await scaling.putScheduledAction(action)
    assert.deepEqual(await find(), action)
    for (const [bad, sentence] of [
      [{ Schedule: 'never' }, /schedule/],
      [{ Timezone: 'Nowhere/Land' }, /timezone/],
      [{ ScalableTargetAction: {} }, /At least one of minimum capacity and maximum capacity/],
    ] as const) {
      await refuses(
        scaling.putScheduledAction({ ...action, ...bad }),
        'ValidationException',
        sentence,
      )
    }
    const { ScheduledActionName } = action
    await scaling.deleteScheduledAction({ ...target, ScheduledActionName })
    await refuses(
      scaling.deleteScheduledAction({ ...target, ScheduledActionName }),
      'ObjectNotFoundException',
      /^No scheduled action found for service namespace: dynamodb, /,
    )
  })
})

describe('tags of a target', () => {
  it('are added and removed, up to 50', async () => {
    const { arn: ResourceARN } = await newTarget()
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`tag-${i}`, 'x']))
    await scaling.tagResource({ ResourceARN, Tags: many })
    await refuses(
      scaling.tagResource({ ResourceARN, Tags: { more: 'x' } }),
      'TooManyTagsException',
      /./,
    )
    const TagKeys = Object.keys(many).slice(1)
    await scaling.untagResource({ ResourceARN, TagKeys })
    const { Tags } = await scaling.listTagsForResource({ ResourceARN })
    assert.deepEqual(Tags, { 'tag-0': 'x' })
    const absent = ResourceARN.replace(/.{36}$/, 'a'.repeat(36))
    await refuses(
      scaling.listTagsForResource({ ResourceARN: absent }),
      'ResourceNotFoundException',
      /./,
    )
  })
})

describe('what is not built', () => {
  it('is an unknown operation', async () => {
    await assert.rejects(
      scaling.getPredictiveScalingForecast({
        ServiceNamespace,
        ResourceId: 'table/things',
        ScalableDimension,
        PolicyName: 'p',
        StartTime: new Date(),
        EndTime: new Date(),
      }),
      { name: 'UnknownOperationException' },
    )
  })
})
