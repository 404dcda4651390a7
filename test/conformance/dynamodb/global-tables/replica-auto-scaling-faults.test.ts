/** UpdateTableReplicaAutoScaling and DescribeTableReplicaAutoScaling: what is refused without a global table. */
import { describe, it } from 'node:test'
import type {
  AutoScalingSettingsUpdate,
  UpdateTableReplicaAutoScalingInput,
} from '@aws-sdk/client-dynamodb'
import { connect } from '../../../support/client.js'
import { expectFault } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const TableName = await client.createTable(partitionOnly())

const policy = { TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 } }
const full = { MinimumUnits: 1, MaximumUnits: 10, ScalingPolicyUpdate: policy }
const failed = `Failed to update settings for global table with name: ‘${TableName}’`

type Update = Omit<UpdateTableReplicaAutoScalingInput, 'TableName'>

async function check(body: Update, message: string): Promise<void> {
  const told = client.sdk.updateTableReplicaAutoScaling({ TableName, ...body })
  await expectFault(told, 'ValidationException', message)
}

const write = (settings: AutoScalingSettingsUpdate): Update => ({
  ProvisionedWriteCapacityAutoScalingUpdate: settings,
})
const read = (...regions: readonly string[]): Update => ({
  ReplicaUpdates: regions.map((RegionName) => ({
    RegionName,
    ReplicaProvisionedReadCapacityAutoScalingUpdate: full,
  })),
})

describe('replica auto scaling', () => {
  it('has nothing of a table without replicas, or of none', async () => {
    for (const name of [TableName, 'missing']) {
      const expected = [
        'ResourceNotFoundException',
        `Global table with name: '${name}' does not exist.`,
      ] as const
      const { sdk } = client
      await expectFault(sdk.describeTableReplicaAutoScaling({ TableName: name }), ...expected)
      const update = { TableName: name, ...write(full) }
      await expectFault(sdk.updateTableReplicaAutoScaling(update), ...expected)
    }
  })

  it('wants bounds and a policy, or neither if it is turned off', async () => {
    const required = (...names: readonly string[]) =>
      `${failed}: Parameters ${names.join(', ')} are required unless auto scaling is being disabled.`
    const blank = (...names: readonly string[]) =>
      `Failed to update settings for global table with name ‘${TableName}’: Parameters ${names.join(', ')} must be left blank when disabling auto scaling.`
    const all = ["'MaximumUnits'", "'ScalingPolicyUpdate'", "'MinimumUnits'"]
    await check(write({}), required(...all))
    await check(write({ AutoScalingDisabled: false }), required(...all))
    await check(write({ MinimumUnits: 1, MaximumUnits: 10 }), required("'ScalingPolicyUpdate'"))
    await check(write({ ScalingPolicyUpdate: policy, MinimumUnits: 1 }), required("'MaximumUnits'"))
    const off = { AutoScalingDisabled: true }
    await check(
      write({ ...off, MinimumUnits: 1, MaximumUnits: 10 }),
      blank("'MaximumUnits'", "'MinimumUnits'"),
    )
    await check(write({ ...off, ScalingPolicyUpdate: policy }), blank("'ScalingPolicyUpdate'"))
  })

  it('wants something to do, in each region once', async () => {
    await check({}, `${failed} because at least one update parameter must be specified.`)
    await check(
      { ReplicaUpdates: [{ RegionName: 'us-west-2' }] },
      `${failed} because at least one update parameter must be specified for region: ‘us-west-2’.`,
    )
    await check(
      read('us-west-2', 'us-west-2'),
      `${failed} because the regions: ‘[us-west-2]’ were specified more than once.`,
    )
  })
})
