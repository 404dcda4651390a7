/** UpdateTableReplicaAutoScaling: the calls that it makes in the regions of members need rights of their own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accessDenied } from '../model/errors.js'
import type { Access } from './access.js'
import type { Json } from './database-suite.js'
import { createDispatcher } from './dispatch.js'
import { updateTableReplicaAutoScaling } from './dynamodb/update-table-replica-auto-scaling.js'
import { jsonCall } from './json-call-suite.js'
import type { OperationContext } from './operation.js'
import { account, callerIn, openGroup } from './replicas-suite.js'

const [east, west] = ['us-east-1', 'us-west-2'] as const
const own = `dynamodb:UpdateTableReplicaAutoScaling arn:aws:dynamodb:${east}:${account}:table/things`
const scaled = {
  MinimumUnits: 1,
  MaximumUnits: 10,
  ScalingPolicyUpdate: { TargetTrackingScalingPolicyConfiguration: { TargetValue: 50 } },
}
const write = { ProvisionedWriteCapacityAutoScalingUpdate: scaled }

const onAny = (region: string, ...names: readonly string[]) =>
  names.map(
    (name) =>
      `application-autoscaling:${name} arn:aws:application-autoscaling:${region}:${account}:scalable-target/*`,
  )

type Group = Awaited<ReturnType<typeof openGroup>>

async function accessesOf({ database, here }: Group, update: Json): Promise<readonly string[]> {
  const { read, access } = updateTableReplicaAutoScaling
  const origin = { caller: callerIn(east), host: 'here', requestId: 'test' }
  const ctx = { ...database, ...origin } as OperationContext
  const accesses = await access(ctx, read({ ...here, ...update }, ctx))
  return accesses.map(({ action, resource }) => `${action} ${resource}`)
}

/** What a caller is told who may do nothing in the other region. */
async function toldAtHome({ database, here }: Group, update: Json): Promise<string> {
  const denialOf = (_: unknown, { resource }: Access) =>
    resource.includes(west) ? accessDenied('not there') : undefined
  const dispatcher = createDispatcher(database, { permit: () => ({ denialOf }) })
  const input = { ...here, ...update }
  return dispatcher.dispatch(jsonCall('UpdateTableReplicaAutoScaling', input, callerIn(east))).then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
}

describe('the rights to scale replicas', () => {
  it('are those to each call, in the region where it is made', async () => {
    const group = await openGroup()
    const enabling = ['RegisterScalableTarget', 'PutScalingPolicy'] as const
    assert.deepEqual(await accessesOf(group, write), [
      own,
      ...onAny(east, ...enabling),
      ...onAny(west, ...enabling),
    ])
    const reads = { RegionName: west, ReplicaProvisionedReadCapacityAutoScalingUpdate: scaled }
    const ofOne = await accessesOf(group, { ReplicaUpdates: [reads] })
    assert.deepEqual(ofOne, [own, ...onAny(west, ...enabling)])
  })

  it('are asked for before anything is changed', async () => {
    const group = await openGroup()
    const before = await group.east('DescribeTableReplicaAutoScaling', group.here)
    assert.equal(await toldAtHome(group, write), 'AccessDeniedException: not there')
    assert.deepEqual(await group.east('DescribeTableReplicaAutoScaling', group.here), before)
  })
})
