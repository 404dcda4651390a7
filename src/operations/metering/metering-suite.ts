/** A server that measures, without a wire, and what it has measured. */
import { memoryEngine } from '../../../test/support/engines.js'
import { Limiter } from '../../capacity/limiter.js'
import type { Caller } from '../../model/caller.js'
import { minuteMs } from '../../metrics/limits.js'
import { MetricHistory } from '../../metrics/metric-history.js'
import { VirtualClock } from '../../stdx/clock.js'
import { systemRandom } from '../../stdx/random.js'
import { assembleDatabase } from '../database.js'
import type { Json } from '../database-suite.js'
import { createDispatcher } from '../dispatch.js'
import { jsonCall, testCaller } from '../json-call-suite.js'
import { CapacityAdmission } from '../throttling/admission.js'
import { Metering } from './metering.js'
import { namespace, seriesNamed, type DimensionValues } from './series-names.js'

export function measuredServer({ throttles = false } = {}) {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1, 12, 0, 10))
  const engine = memoryEngine()
  const metrics = new MetricHistory({ engine, clock, random: systemRandom })
  const database = assembleDatabase({
    ...{ engine, clock, random: systemRandom, metrics },
    ...{ secret: Buffer.alloc(32), tableTransitionMs: 0 },
  })
  const metering = new Metering(metrics.meters, clock)
  const limiter = new Limiter({
    clock,
    isOn: throttles,
    tableUnitsMax: database.catalog.quotas.tableUnitsMax,
    settingsOf: (table) => database.catalog.settingsAtHand(table),
    onThrottled: metering.throttled,
  })
  const dispatcher = createDispatcher(database, {
    measure: metering.measure,
    admission: new CapacityAdmission(limiter),
    charge: (_ctx, work) => limiter.charge(work),
  })

  async function ask(operation: string, input: Json, caller: Caller = testCaller): Promise<Json> {
    const json: unknown = JSON.parse(JSON.stringify(input))
    const answer = await dispatcher.dispatch(jsonCall(operation, json, caller))
    return JSON.parse(JSON.stringify(answer ?? {})) as Json
  }

  /** Count and sum of all that was measured of a series so far. */
  async function measured(metric: string, values: DimensionValues = {}, within = namespace) {
    const id = { ...seriesNamed(testCaller, metric, values), namespace: within }
    const range = { fromMs: 0, toMs: clock.now() + 1 }
    const [point] = await metrics.read(id, range, 24 * 60 * minuteMs)
    return point === undefined ? undefined : [point.count, point.sum]
  }

  /** The names of all series, with their dimensions. */
  async function listed(): Promise<readonly string[]> {
    const found = await metrics.list(testCaller, {}, 0)
    return found.map(({ metric, dimensions }) =>
      [metric, ...dimensions.map(({ name, value }) => `${name}=${value}`)].join(' '),
    )
  }

  return { ask, measured, listed, clock, database, engine, metrics, metering }
}

export type MeasuredServer = ReturnType<typeof measuredServer>

/** A table with a sort key, a local and a global index. */
export async function createIndexedTable(
  { ask, database }: MeasuredServer,
  TableName = 'Tab',
  settings: Json = { BillingMode: 'PAY_PER_REQUEST' },
): Promise<void> {
  const key = (...names: readonly string[]) =>
    names.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' }))
  const Projection = { ProjectionType: 'ALL' }
  const throughput = 'ProvisionedThroughput' in settings ? settings : {}
  await ask('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'sk', 'l', 'g'].map((AttributeName) => {
      return { AttributeName, AttributeType: 'S' }
    }),
    KeySchema: key('pk', 'sk'),
    LocalSecondaryIndexes: [{ IndexName: 'local', KeySchema: key('pk', 'l'), Projection }],
    GlobalSecondaryIndexes: [
      { IndexName: 'global', KeySchema: key('g'), Projection, ...throughput },
    ],
    ...settings,
  })
  await database.catalog.requireTable(testCaller, TableName)
}
