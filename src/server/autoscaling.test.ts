/** Auto scaling with a virtual clock: bounds, target tracking, schedules, and what is told of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import type { Json } from '../operations/database-suite.js'
import {
  openScalingWorld,
  provisionedTable,
  readTargetOf,
  trackingPolicy,
  type ScalingWorld,
} from './autoscaling-suite.js'

const target = readTargetOf('load')

async function open(
  bounds: Json = { MinCapacity: 5, MaxCapacity: 100 },
  options: Parameters<typeof openScalingWorld>[0] & { readonly units?: number } = {},
): Promise<ScalingWorld> {
  const world = openScalingWorld(options)
  await world.ask('CreateTable', provisionedTable('load', options.units ?? 10))
  world.clock.advance(60_000)
  await world.ask('autoscaling.RegisterScalableTarget', { ...target, ...bounds })
  await world.step()
  return world
}

async function unitsOf({ ask }: ScalingWorld): Promise<number> {
  const { Table } = (await ask('DescribeTable', { TableName: 'load' })) as {
    Table: { ProvisionedThroughput: { ReadCapacityUnits: number } }
  }
  return Table.ProvisionedThroughput.ReadCapacityUnits
}

interface Activity {
  readonly Description: string
  readonly Cause: string
  readonly StatusCode: string
  readonly StatusMessage?: string
  readonly NotScaledReasons?: readonly Json[]
}

async function activitiesOf({ ask }: ScalingWorld, more: Json = {}): Promise<readonly Activity[]> {
  const answer = await ask('autoscaling.DescribeScalingActivities', {
    ServiceNamespace: 'dynamodb',
    ...more,
  })
  return answer['ScalingActivities'] as readonly Activity[]
}

async function told(world: ScalingWorld, more: Json = {}): Promise<readonly string[]> {
  const activities = await activitiesOf(world, more)
  return activities.map(({ Description, Cause, StatusCode, StatusMessage }) =>
    [Description, Cause.replace(/-[0-9a-f-]{36}/, ''), StatusCode, StatusMessage].join(' | '),
  )
}

function track(world: ScalingWorld, settings: Json = {}): Promise<Json> {
  return world.ask('autoscaling.PutScalingPolicy', { ...target, ...trackingPolicy(settings) })
}

/** Minutes in which a table uses this many units. */
function spend(world: ScalingWorld, minutes: number, unitsPerMinute: number): void {
  for (let minute = 0; minute < minutes; minute++) {
    world.clock.advance(60_000)
    world.use('ConsumedReadCapacityUnits', 'load', unitsPerMinute)
  }
}

describe('bounds', () => {
  it('move units that are below them, at once', async () => {
    const world = await open({ MinCapacity: 20, MaxCapacity: 100 })
    assert.equal(await unitsOf(world), 20)
    assert.deepEqual(await told(world), [
      'Setting read capacity units to 20. | minimum capacity was set to 20 | Successful | ' +
        'Successfully set read capacity units to 20. Change successfully fulfilled by dynamodb.',
    ])
  })

  it('move units that are above them', async () => {
    const world = await open({ MinCapacity: 1, MaxCapacity: 4 })
    assert.equal(await unitsOf(world), 4)
    assert.match((await told(world))[0]!, /maximum capacity was set to 4/)
  })

  it('leave units alone that somebody sets outside them later', async () => {
    const world = await open({ MinCapacity: 20, MaxCapacity: 100 })
    const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 10 }
    await world.ask('UpdateTable', { TableName: 'load', ProvisionedThroughput })
    world.clock.advance(60_000)
    await world.step()
    assert.equal(await unitsOf(world), 5)
  })

  it('are waited for while the table is being changed', async () => {
    const world = await open({ MinCapacity: 20, MaxCapacity: 100 }, { tableTransitionMs: 1000 })
    assert.match((await told(world))[0]!, /InProgress .*Waiting for change to be fulfilled/)
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, MinCapacity: 30 })
    const nextMs = await world.step()
    assert.equal(nextMs, world.clock.now() + 1000)
    world.clock.advance(1000)
    await world.step()
    assert.match((await told(world))[1]!, /20. \| .* \| Successful .*successfully fulfilled/)
    assert.match((await told(world))[0]!, /to 30. .* InProgress/)
    world.clock.advance(1000)
    await world.step()
    assert.equal(await unitsOf(world), 30)
  })

  it('do nothing to a table that is gone or on demand', async () => {
    const world = await open({ MinCapacity: 20, MaxCapacity: 100 })
    await world.ask('UpdateTable', { TableName: 'load', BillingMode: 'PAY_PER_REQUEST' })
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, MinCapacity: 30 })
    await world.step()
    await world.ask('DeleteTable', { TableName: 'load' })
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, MinCapacity: 40 })
    await world.step()
    assert.equal((await told(world)).length, 1)
  })
})

describe('target tracking', () => {
  it('makes four alarms', async () => {
    const world = await open({ MinCapacity: 5, MaxCapacity: 100 }, { units: 5 })
    await track(world)
    const shown = (await world.alarms()).map(({ name, settings }) => {
      const { subject, comparison, threshold, evaluationPeriods } = settings
      assert.ok(subject.kind === 'metric')
      return [
        name.replace(/-[0-9a-f-]{36}$/, ''),
        subject.metric,
        subject.statistic,
        subject.periodSeconds,
        comparison === 'GreaterThanThreshold' ? '>' : '<',
        threshold,
        evaluationPeriods,
      ].join(' ')
    })
    assert.deepEqual(shown, [
      'TargetTracking-table/load-AlarmHigh ConsumedReadCapacityUnits Sum 60 > 210 2',
      'TargetTracking-table/load-AlarmLow ConsumedReadCapacityUnits Sum 60 < 150 15',
      'TargetTracking-table/load-ProvisionedCapacityHigh ProvisionedReadCapacityUnits Average 300 > 5 3',
      'TargetTracking-table/load-ProvisionedCapacityLow ProvisionedReadCapacityUnits Average 300 < 5 3',
    ])
  })

  it('adds the units that fit the load', async () => {
    const world = await open({ MinCapacity: 5, MaxCapacity: 1000 })
    await track(world)
    spend(world, 2, 150 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 215)
    assert.equal(
      (await told(world))[0],
      'Setting read capacity units to 215. | monitor alarm TargetTracking-table/load-AlarmHigh in state ALARM triggered policy track | ' +
        'Successful | Successfully set read capacity units to 215. Change successfully fulfilled by dynamodb.',
    )
    // The alarms are those of the new units.
    assert.equal((await world.alarm('AlarmHigh'))?.settings.threshold, 215 * 60 * 0.7)
    assert.equal((await world.alarms()).length, 4)
  })

  it('adds no more than the maximum, and tells why only if asked', async () => {
    const world = await open({ MinCapacity: 5, MaxCapacity: 20 })
    await track(world)
    spend(world, 2, 150 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 20)
    world.clock.advance(1000)
    await world.raise('AlarmHigh')
    await world.raise('AlarmHigh')
    assert.equal((await told(world)).length, 1)
    const [first, ...others] = await activitiesOf(world, { IncludeNotScaledActivities: true })
    assert.equal(others.length, 1)
    assert.equal(first?.Description, 'Attempting to scale due to alarm triggered')
    assert.equal(first.StatusCode, 'Failed')
    assert.deepEqual(first.NotScaledReasons, [{ Code: 'AlreadyAtMaxCapacity', MaxCapacity: 20 }])
  })

  it('goes to the minimum if nothing is used', async () => {
    const world = await open()
    await track(world)
    spend(world, 15, 0)
    await world.raise('AlarmLow')
    assert.equal(await unitsOf(world), 5)
  })

  it('removes only what the busiest minute does not need', async () => {
    const world = await open({ MinCapacity: 1, MaxCapacity: 100 }, { units: 50 })
    await track(world)
    spend(world, 1, 7 * 60)
    spend(world, 14, 0)
    await world.raise('AlarmLow')
    assert.equal(await unitsOf(world), 10)
  })

  it('removes nothing if that is disabled or suspended', async () => {
    const world = await open()
    await track(world, { DisableScaleIn: true })
    assert.equal((await world.alarms()).length, 3)
    await track(world)
    assert.equal((await world.alarms()).length, 4)
    const SuspendedState = { DynamicScalingInSuspended: true, DynamicScalingOutSuspended: true }
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, SuspendedState })
    spend(world, 15, 0)
    await world.raise('AlarmLow')
    spend(world, 2, 6000)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 10)
    const resumed = { DynamicScalingOutSuspended: false }
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, SuspendedState: resumed })
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 100)
  })

  it('waits for cooldowns', async () => {
    const world = await open({ MinCapacity: 1, MaxCapacity: 1000 })
    await track(world, { ScaleOutCooldown: 300, ScaleInCooldown: 300 })
    spend(world, 2, 20 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 29)
    spend(world, 2, 30 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 29)
    spend(world, 3, 30 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 43)
    // More than was added last.
    spend(world, 1, 60 * 60)
    await world.raise('AlarmHigh')
    assert.equal(await unitsOf(world), 86)
    spend(world, 15, 300)
    await world.raise('AlarmLow')
    assert.equal(await unitsOf(world), 8)
    spend(world, 4, 0)
    await world.raise('AlarmLow')
    assert.equal(await unitsOf(world), 8)
    spend(world, 11, 0)
    await world.raise('AlarmLow')
    assert.equal(await unitsOf(world), 1)
  })

  it('fails with the sentence of the table if it was made smaller too often', async () => {
    const world = await open({ MinCapacity: 1, MaxCapacity: 1000 }, { units: 100 })
    await track(world)
    for (const units of [90, 80, 70, 60]) {
      const ProvisionedThroughput = { ReadCapacityUnits: units, WriteCapacityUnits: 100 }
      await world.ask('UpdateTable', { TableName: 'load', ProvisionedThroughput })
    }
    spend(world, 15, 0)
    await world.step()
    await world.raise('AlarmLow')
    await world.raise('AlarmLow')
    const all = await told(world)
    assert.equal(all.length, 1)
    assert.match(
      all[0]!,
      /Failed \| Failed to set read capacity units to 1. Reason: Failed updating table: Subscriber limit exceeded: Provisioned throughput decreases are limited/,
    )
    assert.equal(await unitsOf(world), 60)
  })

  it('has other alarms once somebody changes the units', async () => {
    const world = await open()
    await track(world)
    const before = (await world.alarm('AlarmHigh'))!
    const ProvisionedThroughput = { ReadCapacityUnits: 50, WriteCapacityUnits: 10 }
    await world.ask('UpdateTable', { TableName: 'load', ProvisionedThroughput })
    world.clock.advance(60_000)
    await world.step()
    const after = (await world.alarm('AlarmHigh'))!
    assert.notEqual(after.name, before.name)
    assert.equal(after.settings.threshold, 50 * 60 * 0.7)
    assert.equal((await world.alarms()).length, 4)
    assert.equal((await told(world)).length, 0)
  })

  it('forgets alarms that belong to no policy', async () => {
    const world = await open()
    await track(world)
    const stray = (await world.alarm('AlarmHigh'))!
    await world.ask('autoscaling.DeleteScalingPolicy', { ...target, PolicyName: 'track' })
    assert.equal((await world.alarms()).length, 0)
    await world.database.alarms.put(stray.scope, stray.name, stray.settings)
    await world.raise('AlarmHigh')
    assert.equal((await world.alarms()).length, 0)
  })
})

describe('a schedule', () => {
  const at = (world: ScalingWorld, more: Json) =>
    world.ask('autoscaling.PutScheduledAction', {
      ...target,
      ScheduledActionName: 'morning',
      ScalableTargetAction: { MinCapacity: 15, MaxCapacity: 20 },
      ...more,
    })

  it('sets bounds, and units inside them', async () => {
    const world = await open()
    await at(world, { Schedule: 'at(2026-01-01T08:00:00)' })
    const dueMs = await world.step()
    assert.ok(dueMs <= world.clock.now() + 60_000)
    world.clock.advance(8 * 3_600_000)
    await world.step()
    assert.equal(await unitsOf(world), 15)
    // Both in the same millisecond.
    assert.deepEqual((await told(world)).toSorted().reverse(), [
      'Setting read capacity units to 15. | minimum capacity was set to 15 | Successful | ' +
        'Successfully set read capacity units to 15. Change successfully fulfilled by dynamodb.',
      'Setting min capacity to 15 and max capacity to 20 | scheduled action name morning was triggered | Successful | ' +
        'Successfully set min capacity to 15 and max capacity to 20',
    ])
    world.clock.advance(24 * 3_600_000)
    await world.step()
    assert.equal((await told(world)).length, 2)
  })

  it('runs again, and not while it is suspended', async () => {
    const world = await open()
    await at(world, { Schedule: 'rate(1 hour)', ScalableTargetAction: { MinCapacity: 7 } })
    for (let hour = 0; hour < 3; hour++) {
      world.clock.advance(3_600_000)
      await world.step()
    }
    assert.equal((await told(world)).length, 3)
    const SuspendedState = { ScheduledScalingSuspended: true }
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, SuspendedState })
    world.clock.advance(3_600_000)
    await world.step()
    assert.equal((await told(world)).length, 3)
  })

  it('fails if its bounds contradict those that stay', async () => {
    const world = await open({ MinCapacity: 5, MaxCapacity: 10 })
    await at(world, { Schedule: 'rate(1 hour)', ScalableTargetAction: { MinCapacity: 20 } })
    world.clock.advance(3_600_000)
    await world.step()
    assert.match((await told(world))[0]!, /Failed \| Failed to set min capacity to 20/)
  })
})

describe('what is stored', () => {
  it('is enough for another server to go on', async () => {
    const engine = memoryEngine()
    const world = await open(
      { MinCapacity: 20, MaxCapacity: 100 },
      { engine, tableTransitionMs: 1000 },
    )
    await track(world)
    const other = openScalingWorld({ engine, startMs: world.clock.now() + 2000 })
    await other.step()
    assert.match((await told(other))[0]!, /Successful/)
    spend(other, 2, 6000)
    await other.raise('AlarmHigh')
    assert.equal(await unitsOf(other), 100)
  })

  it('is forgotten after six weeks', async () => {
    const world = await open({ MinCapacity: 20, MaxCapacity: 100 })
    assert.equal((await told(world)).length, 1)
    world.clock.advance(42 * 24 * 3_600_000 - 1)
    await world.step()
    assert.equal((await told(world)).length, 1)
    world.clock.advance(3_600_000)
    await world.step()
    assert.equal((await told(world)).length, 0)
  })
})
