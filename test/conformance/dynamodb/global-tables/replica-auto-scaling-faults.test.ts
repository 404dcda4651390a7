/** UpdateTableReplicaAutoScaling and DescribeTableReplicaAutoScaling: what is refused without a global table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const TableName = await client.createTable(partitionOnly())

const policy = { TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 } }
const full = { MinimumUnits: 1, MaximumUnits: 10, ScalingPolicyUpdate: policy }
const failed = `Failed to update settings for global table with name: ‘${TableName}’`

async function check(body: Json, message: string, type = 'ValidationException'): Promise<void> {
  const told = await client.call('UpdateTableReplicaAutoScaling', { TableName, ...body })
  assert.deepEqual([told.type, told.message], [type, message])
}

const write = (settings: Json): Json => ({ ProvisionedWriteCapacityAutoScalingUpdate: settings })
const read = (...regions: readonly string[]): Json => ({
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
      ]
      const described = await client.call('DescribeTableReplicaAutoScaling', { TableName: name })
      assert.deepEqual([described.type, described.message], expected)
      const update = { TableName: name, ...write(full) }
      const updated = await client.call('UpdateTableReplicaAutoScaling', update)
      assert.deepEqual([updated.type, updated.message], expected)
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
