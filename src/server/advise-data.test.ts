/** Workloads as they are read: within a process from what was recorded, and from a server that checks signatures. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { adviseOn } from '../advice/advise.js'
import { findPrices } from '../advice/price-table.js'
import { recordedMs, usedUnits } from '../advice/workload.js'
import { FixedMetrics } from '../metrics/reader-suite.js'
import { openTestDatabase } from '../operations/database-suite.js'
import { testCaller } from '../operations/json-call-suite.js'
import {
  resourceValues,
  seriesNamed,
  wouldBeNamespace,
} from '../operations/metering/series-names.js'
import { VirtualClock } from '../stdx/clock.js'
import { readWorkloads } from './advise-data.js'
import { callTo, CallFailed } from './endpoint-call.js'
import { createGramme } from './gramme.js'
import { readWorkload } from './read-workload.js'

const table = {
  TableName: 'Orders',
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'kind', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-kind',
      KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} as const

const minuteMs = 60_000
const twoDaysMs = 48 * 60 * minuteMs
const nowMs = Date.UTC(2026, 5, 3, 12)

/** Two days of ten writes a second to the table and its index, and nobody who reads the index. */
function recorded(): FixedMetrics {
  const metrics = new FixedMetrics()
  const add = (metric: string, index: string | undefined, atMs: number, units: number) => {
    metrics.add(seriesNamed(testCaller, metric, resourceValues('Orders', index)), atMs, [units])
  }
  for (let atMs = nowMs - twoDaysMs; atMs < nowMs; atMs += 5 * minuteMs) {
    for (const index of [undefined, 'by-kind']) {
      add('ConsumedWriteCapacityUnits', index, atMs, 3000)
      add('ConsumedReadCapacityUnits', index, atMs, index === undefined ? 300 : 0)
    }
  }
  const scans = { TableName: 'Orders', Operation: 'Scan' }
  for (let i = 0; i < 30; i++) {
    metrics.add(seriesNamed(testCaller, 'SuccessfulRequestLatency', scans), nowMs - minuteMs, [1])
    metrics.add(seriesNamed(testCaller, 'ReturnedItemCount', scans), nowMs - minuteMs, [1])
  }
  const throttled = 'WriteKeyRangeThroughputThrottleEvents'
  const id = seriesNamed(testCaller, throttled, resourceValues('Orders', undefined))
  metrics.add({ ...id, namespace: wouldBeNamespace }, nowMs - minuteMs, [7])
  return metrics
}

async function storedDatabase() {
  const clock = new VirtualClock(nowMs)
  const { database, ask } = openTestDatabase(memoryEngine(), { clock, metrics: recorded() })
  await ask('CreateTable', table)
  for (let i = 0; i < 40; i++) {
    const expiresAt = { N: String(nowMs / 1000 + (i % 2 === 0 ? -1 : 1)) }
    const large = i === 0 ? { body: { S: 'x'.repeat(350_000) } } : {}
    const Item = { id: { S: `o${i}` }, kind: { S: 'k' }, expiresAt, ...large }
    await ask('PutItem', { TableName: 'Orders', Item })
  }
  return database
}

describe('the workload of a store', () => {
  it('has what was recorded, and advice follows from it', async () => {
    const database = await storedDatabase()
    const [workload, ...others] = await readWorkloads(database, { samples: true })
    assert.deepEqual(others, [])
    const [orders] = workload!.tables
    assert.equal(recordedMs(orders!), twoDaysMs)
    assert.equal(usedUnits(orders!.indexes[0]!.writes), 576 * 3000)
    assert.deepEqual(orders!.sample?.expiries, [{ name: 'expiresAt', items: 40, past: 20 }])
    const { advice } = adviseOn(workload!, findPrices('us-east-1')!).tables[0]!
    assert.deepEqual(advice.map(({ rule }) => rule).toSorted(), [
      'billing-mode',
      'hot-keys',
      'large-items',
      'missing-ttl',
      'scans',
      'unused-index',
    ])
  })

  it('is that of one region or table if asked', async () => {
    const database = await storedDatabase()
    const asked = { samples: false }
    assert.deepEqual(await readWorkloads(database, { ...asked, region: 'eu-west-1' }), [])
    assert.deepEqual(await readWorkloads(database, { ...asked, table: 'Other' }), [])
    const [found] = await readWorkloads(database, {
      ...asked,
      region: 'us-east-1',
      table: 'Orders',
    })
    assert.equal(found?.tables[0]?.sample, undefined)
  })
})

describe('the workload of a server', () => {
  it('is read by calls that it can verify', async () => {
    await using gramme = createGramme({ inMemory: true, port: 0, auth: 'iam', logLevel: 'silent' })
    await gramme.start()
    const { accessKeyId, secretAccessKey } = gramme.newRootKey!
    const url = new URL(`http://127.0.0.1:${gramme.address.port}/`)
    const endpoint = { url, region: 'eu-west-1', accessKeyId, secretAccessKey }
    const call = callTo(endpoint)
    const BillingMode = 'PROVISIONED'
    const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
    const { GlobalSecondaryIndexes: _, ...plain } = table
    const AttributeDefinitions = [table.AttributeDefinitions[0]]
    const wanted = { ...plain, AttributeDefinitions, BillingMode, ProvisionedThroughput: units }
    await call('dynamodb.CreateTable', wanted as never)
    await call('dynamodb.PutItem', { TableName: 'Orders', Item: { id: { S: 'a' } } })
    const target = { ServiceNamespace: 'dynamodb', ResourceId: 'table/Orders' } as const
    const ScalableDimension = 'dynamodb:table:WriteCapacityUnits'
    const bounds = { MinCapacity: 1, MaxCapacity: 10 }
    await call('autoscaling.RegisterScalableTarget', { ...target, ScalableDimension, ...bounds })
    const scope = { account: '', region: 'eu-west-1' }
    const request = { scope, nowMs: Date.now() + minuteMs, samples: true }
    const [orders] = (await readWorkload(call, request)).tables
    assert.equal(usedUnits(orders!.own.writes), 1)
    assert.equal(orders!.own.writes.provisionedUnits, 5)
    assert.deepEqual(orders!.own.writes.scaling, { unitsMin: 1, unitsMax: 10 })
    assert.equal(orders!.calls.find(({ operation }) => operation === 'PutItem')?.calls, 1)
    assert.equal(orders!.sample?.items, 1)
    const stranger = callTo({ ...endpoint, secretAccessKey: 'wrong' })
    await assert.rejects(stranger('dynamodb.ListTables', {}), CallFailed)
  })

  it('says so if nobody answers', async () => {
    const url = new URL('http://127.0.0.1:1/')
    const call = callTo({ url, region: 'r', accessKeyId: 'a', secretAccessKey: 'b' })
    await assert.rejects(call('dynamodb.ListTables', {}), /127\.0\.0\.1:1 does not answer/)
  })
})
