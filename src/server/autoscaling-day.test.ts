/** A day of traffic, minute by minute: units follow it up and down, as far as the table may be made smaller. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AlarmActions } from '../alarms/alarm-actions.js'
import { AlarmJob } from '../alarms/alarm-job.js'
import { AlarmNotices } from '../alarms/alarm-notices.js'
import type { Alarm } from '../alarms/alarm.js'
import { minuteSettlesMs } from '../alarms/limits.js'
import { NoticeJob } from '../alarms/notice-job.js'
import { memoryEngine } from '../../test/support/engines.js'
import { silentLog } from '../stdx/log.js'
import { unfenced } from '../storage/fence.js'
import {
  openScalingWorld,
  provisionedTable,
  readTargetOf,
  trackingPolicy,
  type ScalingWorld,
} from './autoscaling-suite.js'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 5, 1)
const never = new AbortController().signal

/** Alarms that are evaluated and call auto scaling, as in a server. */
function alarmJobs({ clock, metrics, scaling, database }: ScalingWorld, engine = memoryEngine()) {
  const actions = new AlarmActions([scaling.action])
  const log = silentLog
  const notices = new NoticeJob({ notices: new AlarmNotices(engine), actions, clock, log })
  const points = {
    async read({ scope, settings }: Alarm, nowMs: number) {
      const { subject, evaluationPeriods } = settings
      assert.ok(subject.kind === 'metric')
      const periodMs = subject.periodSeconds * 1000
      const toMs = Math.floor(nowMs / minuteMs) * minuteMs
      const fromMs = toMs - evaluationPeriods * periodMs
      const found = await metrics.read({ scope, ...subject }, { fromMs, toMs }, periodMs)
      return found
        .toReversed()
        .map(({ atMs, sum, count }) => ({ atMs, value: sum, samples: count }))
    },
  }
  const store = database.alarms
  const onRepeat = (calls: Parameters<NoticeJob['repeat']>[0]) => notices.repeat(calls)
  return { evaluation: new AlarmJob({ store, points, actions, clock, log, onRepeat }), notices }
}

/** Units per second: little at night, a peak at noon. */
function loadAt(minute: number): number {
  return 50 - 45 * Math.cos((2 * Math.PI * minute) / 1440)
}

interface Throughput {
  readonly ReadCapacityUnits: number
  readonly NumberOfDecreasesToday: number
}

async function throughputOf({ ask }: ScalingWorld): Promise<Throughput> {
  const { Table } = await ask('DescribeTable', { TableName: 'load' })
  return (Table as { ProvisionedThroughput: Throughput }).ProvisionedThroughput
}

describe('a day of traffic', () => {
  it('is followed by the provisioned units', async () => {
    const engine = memoryEngine()
    const world = openScalingWorld({ engine, startMs })
    await world.ask('CreateTable', provisionedTable('load', 10))
    const target = readTargetOf('load')
    const bounds = { MinCapacity: 5, MaxCapacity: 200 }
    await world.ask('autoscaling.RegisterScalableTarget', { ...target, ...bounds })
    await world.ask('autoscaling.PutScalingPolicy', { ...target, ...trackingPolicy() })
    const { evaluation, notices } = alarmJobs(world, engine)
    const seen: { readonly units: number; readonly decreases: number; readonly load: number }[] = []
    for (let minute = 0; minute < 1440; minute++) {
      world.clock.advance(startMs + (minute + 1) * minuteMs + minuteSettlesMs - world.clock.now())
      const load = loadAt(minute)
      world.useAt('ConsumedReadCapacityUnits', 'load', {
        atMs: startMs + minute * minuteMs,
        units: load * 60,
      })
      await evaluation.step(unfenced)
      await notices.step(unfenced, never)
      await world.step()
      const now = await throughputOf(world)
      seen.push({ units: now.ReadCapacityUnits, decreases: now.NumberOfDecreasesToday, load })
    }
    const units = seen.map((each) => each.units)
    // 95 units at 70%.
    assert.ok(Math.max(...units) >= 130 && Math.max(...units) <= 136, `${Math.max(...units)}`)
    assert.ok(Math.min(...units) <= 10, `${Math.min(...units)}`)
    assert.ok(units.at(-1)! <= 30, `${units.at(-1)}`)
    const decreases = Math.max(...seen.map((each) => each.decreases))
    assert.ok(decreases >= 5 && decreases <= 27, `${decreases}`)
    // It never grows so fast that two minutes are too late.
    assert.deepEqual(
      seen.filter((each) => each.units < each.load),
      [],
    )
    const described = { ServiceNamespace: 'dynamodb', MaxResults: 50 }
    const { ScalingActivities } = await world.ask(
      'autoscaling.DescribeScalingActivities',
      described,
    )
    const statuses = new Set(
      (ScalingActivities as readonly { readonly StatusCode: string }[]).map(
        ({ StatusCode }) => StatusCode,
      ),
    )
    assert.ok(statuses.has('Successful'))
    // Alarms of the units there are, and none of those there were.
    assert.equal((await world.alarms()).length, 4)
  })
})
