/** The quotas of auto scaling at their edges. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../operations/database-suite.js'
import {
  openScalingWorld,
  provisionedTable,
  readTargetOf,
  type ScalingWorld,
} from './autoscaling-suite.js'

const target = readTargetOf('load')

async function open(): Promise<ScalingWorld> {
  const world = openScalingWorld()
  await world.ask('CreateTable', provisionedTable('load', 10))
  const bounds = { MinCapacity: 5, MaxCapacity: 100 }
  await world.ask('autoscaling.RegisterScalableTarget', { ...target, ...bounds })
  return world
}

describe('quotas', () => {
  it('are 200 scheduled actions of a target', async () => {
    const world = await open()
    const put = (name: string) =>
      world.ask('autoscaling.PutScheduledAction', {
        ...target,
        ScheduledActionName: name,
        Schedule: 'rate(1 day)',
        ScalableTargetAction: { MinCapacity: 6 },
      })
    for (let i = 0; i < 200; i++) await put(`action-${i}`)
    await put('action-199')
    await assert.rejects(put('action-200'), { type: 'LimitExceededException' })
  })

  it('are 5000 targets of an account and region', async () => {
    const world = await open()
    const { targets } = await world.database.scaling()
    const id = { account: '000000000000', region: 'us-east-1' }
    const dimension = 'dynamodb:table:ReadCapacityUnits' as const
    const known = (await targets.find({ ...id, resourceId: 'table/load', dimension }))!
    const clone = (i: number) => {
      const other = { ...known, id: `id-${i}`, resourceId: `table/other-${i}` }
      return targets.change(other, () => ({ target: other, result: undefined }))
    }
    for (let i = 1; i < 4999; i++) await clone(i)
    const register = (more: Json) =>
      world.ask('autoscaling.RegisterScalableTarget', {
        ...target,
        MinCapacity: 1,
        MaxCapacity: 2,
        ...more,
      })
    const writes = { ScalableDimension: 'dynamodb:table:WriteCapacityUnits' }
    await register(writes)
    await world.ask('CreateTable', provisionedTable('one-more', 1))
    const oneMore = { ResourceId: 'table/one-more' }
    await assert.rejects(register(oneMore), { type: 'LimitExceededException' })
    await world.ask('autoscaling.DeregisterScalableTarget', { ...target, ...writes })
    await register(oneMore)
  })
})
