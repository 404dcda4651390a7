/** UpdateTableReplicaAutoScaling and DescribeTableReplicaAutoScaling on a table with a replica. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AutoScalingSettingsUpdate } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectFault } from '../../../support/expect.js'
import { until } from '../../../support/until.js'

const client = await connect()
const [home, away] = ['us-east-1', 'us-west-2'] as const
const off = { AutoScalingDisabled: true, ScalingPolicies: [] }
const role =
  'arn:aws:iam::000000000000:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/' +
  'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable'

function policy(TargetValue: number, PolicyName?: string) {
  return {
    ...(PolicyName !== undefined && { PolicyName }),
    TargetTrackingScalingPolicyConfiguration: { TargetValue },
  }
}

const full = (target: number, name?: string): AutoScalingSettingsUpdate => ({
  MinimumUnits: 1,
  MaximumUnits: 10,
  ScalingPolicyUpdate: policy(target, name),
})
const shown = (target: number, name: string): Json => ({
  MinimumUnits: 1,
  MaximumUnits: 10,
  AutoScalingRoleArn: role,
  ScalingPolicies: [policy(target, name)],
})

async function onDemandGroup(): Promise<string> {
  const TableName = await client.createTable({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  })
  const ReplicaUpdates = [{ Create: { RegionName: away } }]
  await client.sdk.updateTable({ TableName, ReplicaUpdates })
  await until(
    async () => {
      const { Table } = await client.sdk.describeTable({ TableName })
      const { TableStatus, Replicas = [] } = Table!
      return TableStatus === 'ACTIVE' && Replicas[0]?.ReplicaStatus === 'ACTIVE'
    },
    () => 'the replica did not become ACTIVE',
  )
  return TableName
}

async function provisionedGroup(): Promise<string> {
  const TableName = await onDemandGroup()
  const ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
  await client.sdk.updateTable({ TableName, BillingMode: 'PROVISIONED', ProvisionedThroughput })
  await client.untilActive(TableName)
  return TableName
}

async function described(TableName: string, region: string = home) {
  const { sdk } = client.as({ region })
  return (await sdk.describeTableReplicaAutoScaling({ TableName })).TableAutoScalingDescription!
}

const member = (RegionName: string, read: Json, write: Json): Json => ({
  RegionName,
  GlobalSecondaryIndexes: [],
  ReplicaProvisionedReadCapacityAutoScalingSettings: read,
  ReplicaProvisionedWriteCapacityAutoScalingSettings: write,
  ReplicaStatus: 'ACTIVE',
})

describe('the auto scaling of replicas', () => {
  it('is described for all members alike, wherever one asks', async () => {
    const TableName = await onDemandGroup()
    const expected = {
      TableName,
      TableStatus: 'ACTIVE',
      Replicas: [member(home, off, off), member(away, off, off)],
    }
    for (const region of [home, away])
      assert.deepEqual(await described(TableName, region), expected)
  })

  it('cannot be set on demand, but turned off', async () => {
    const TableName = await onDemandGroup()
    const refused = (parameter: string) =>
      `Failed to update global table with name ‘${TableName}‘. Replicas 'US-EAST-1', 'US-WEST-2' BillingMode is ` +
      `PayPerRequest. You must convert table's BillingMode to PROVISIONED to set parameters: '${parameter}'.`
    const written = client.sdk.updateTableReplicaAutoScaling({
      TableName,
      ProvisionedWriteCapacityAutoScalingUpdate: full(70),
    })
    const name = 'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate'
    await expectFault(written, 'ValidationException', refused(name))
    await client.sdk.updateTableReplicaAutoScaling({
      TableName,
      ProvisionedWriteCapacityAutoScalingUpdate: { AutoScalingDisabled: true },
    })
  })

  it('is set for writes everywhere and for reads in one region', async () => {
    const TableName = await provisionedGroup()
    const before = await client.sdk.updateTableReplicaAutoScaling({
      TableName,
      ProvisionedWriteCapacityAutoScalingUpdate: full(70),
      ReplicaUpdates: [
        {
          RegionName: away,
          ReplicaProvisionedReadCapacityAutoScalingUpdate: full(50, 'reads'),
        },
      ],
    })
    const old = before.TableAutoScalingDescription!
    assert.deepEqual(old.Replicas, [member(home, off, off), member(away, off, off)])
    const writes = shown(70, `DynamoDBWriteCapacityUtilization:table/${TableName}`)
    const { Replicas } = await described(TableName)
    assert.deepEqual(Replicas, [
      member(home, off, writes),
      member(away, shown(50, 'reads'), writes),
    ])
  })

  it('has one policy, which another name replaces, and none when it is off', async () => {
    const TableName = await provisionedGroup()
    const set = (settings: AutoScalingSettingsUpdate) =>
      client.sdk.updateTableReplicaAutoScaling({
        TableName,
        ProvisionedWriteCapacityAutoScalingUpdate: settings,
      })
    const writesNow = async () => {
      const { Replicas } = await described(TableName)
      return Replicas!.map((each) => each.ReplicaProvisionedWriteCapacityAutoScalingSettings)
    }
    await set(full(70, 'first'))
    await set(full(40, 'second'))
    assert.deepEqual(await writesNow(), [shown(40, 'second'), shown(40, 'second')])
    await set({ AutoScalingDisabled: true })
    await set({ AutoScalingDisabled: true })
    assert.deepEqual(await writesNow(), [off, off])
  })

  it('names what does not exist', async () => {
    const TableName = await onDemandGroup()
    const asked = client.sdk.updateTableReplicaAutoScaling({
      TableName,
      GlobalSecondaryIndexUpdates: [
        { IndexName: 'nope', ProvisionedWriteCapacityAutoScalingUpdate: full(70) },
      ],
    })
    await expectFault(
      asked,
      'ResourceNotFoundException',
      `Failed to update settings for global table with name: ‘${TableName}’ because the global secondary indexes with names: ‘[nope]’ do not exist.`,
    )
  })
})
