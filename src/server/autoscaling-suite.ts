/** For tests: a database with auto scaling and a clock of its own. Its alarms are kept here and raised by tests. */
import { memoryEngine } from '../../test/support/engines.js'
import { leftStateOf, type Alarm } from '../alarms/alarm.js'
import { FixedMetrics } from '../metrics/reader-suite.js'
import type { Database } from '../operations/database.js'
import { openTestDatabase, type Json } from '../operations/database-suite.js'
import { createDispatcher } from '../operations/dispatch.js'
import { testCaller } from '../operations/json-call-suite.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { openAutoscaling, type Autoscaling } from './open-autoscaling.js'

export interface ScalingWorld {
  readonly clock: VirtualClock
  readonly metrics: FixedMetrics
  readonly scaling: Autoscaling
  readonly database: Database
  alarms(): Promise<readonly Alarm[]>
  /** By kind, such as `AlarmHigh`. */
  alarm(kind: string): Promise<Alarm | undefined>
  /** `UpdateTable`, or `autoscaling.PutScalingPolicy`. */
  readonly ask: (operation: string, input: Json) => Promise<Json>
  /** One step of the job. Resolves with the time of the next. */
  step(): Promise<number>
  /** As if the alarm was in ALARM. */
  raise(kind: string): Promise<void>
  /** Units that a table used in the minute that is just over. */
  readonly use: (metric: string, tableName: string, units: number) => void
  readonly useAt: (metric: string, tableName: string, used: Used) => void
}

interface Used {
  readonly atMs: number
  readonly units: number
}

interface WorldOptions {
  readonly engine?: Engine
  readonly startMs?: number
  readonly tableTransitionMs?: number
}

export function openScalingWorld(options: WorldOptions = {}): ScalingWorld {
  const { engine = memoryEngine(), startMs, tableTransitionMs = 0 } = options
  const clock = new VirtualClock(startMs)
  const metrics = new FixedMetrics()
  const { database, ask } = openTestDatabase(engine, {
    clock,
    metrics,
    tableTransitionMs,
  })
  const scaling = openAutoscaling({
    engine,
    database,
    metrics,
    time: clock,
    dispatcher: () => createDispatcher(database),
  })
  const { account, region } = testCaller
  const useAt: ScalingWorld['useAt'] = (metric, tableName, { atMs, units }) => {
    const dimensions = [{ name: 'TableName', value: tableName }]
    const series = { scope: { account, region }, namespace: 'AWS/DynamoDB', metric, dimensions }
    metrics.add(series, atMs, [units])
  }
  const alarms = async () => {
    const page = await database.alarms.list({ account, region }, { entriesMax: 100 })
    return page.alarms
  }
  const alarm = async (kind: string) => {
    return (await alarms()).find(({ name }) => name.includes(`-${kind}-`))
  }
  return {
    clock,
    metrics,
    scaling,
    database,
    alarms,
    alarm,
    ask,
    step: () => scaling.job.step(unfenced, new AbortController().signal),
    async raise(kind) {
      const raised = (await alarm(kind))!
      const [action] = raised.settings.alarmActions
      const call = { alarm: raised, before: leftStateOf(raised), action: action! }
      await scaling.action.run(call, new AbortController().signal)
    },
    use: (metric, tableName, units) =>
      useAt(metric, tableName, { atMs: clock.now() - 60_000, units }),
    useAt,
  }
}

export const provisionedTable = (name: string, units: number): Json => ({
  TableName: name,
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units },
})

/** What names a target. */
export function readTargetOf(name: string): Json {
  return {
    ServiceNamespace: 'dynamodb',
    ResourceId: `table/${name}`,
    ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
  }
}

export function trackingPolicy(settings: Json = {}, kind: 'Read' | 'Write' = 'Read'): Json {
  return {
    PolicyName: 'track',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 70,
      PredefinedMetricSpecification: {
        PredefinedMetricType: `DynamoDB${kind}CapacityUtilization`,
      },
      ...settings,
    },
  }
}
