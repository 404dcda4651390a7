/** How the limiters of servers come to know what tables may use. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { SettingsRefresh } from '../capacity/settings-refresh.js'
import type { CapacityQuotas } from '../catalog/rules/capacity-quotas.js'
import type { Table } from '../catalog/table.js'
import { openTestDatabase } from '../operations/database-suite.js'
import { testCaller } from '../operations/json-call-suite.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { openThrottling } from './open-throttling.js'

const TableName = 'things'

function openServer(engine: Engine, quotas?: CapacityQuotas) {
  const clock = new VirtualClock()
  const { database, ask } = openTestDatabase(engine, {
    clock,
    ...(quotas && { quotas }),
    onSettings: (table) => limiter.settle(table),
  })
  const { catalog } = database
  const { limiter, growth } = openThrottling({ engine, catalog, clock, log: silentLog, isOn: true })
  const refresh = new SettingsRefresh({ catalog, limiter })
  const find = async () => (await catalog.findTable(testCaller, TableName))!
  const charge = (table: Table, units: number) => {
    const touch = { table, indexName: undefined, partition: undefined, bytes: units * 1024 }
    limiter.charge([{ ...touch, kind: 'write', consistency: 'strong' }])
  }
  const isRefused = (table: Table) => {
    const demand = { table, indexName: undefined, kind: 'write', partition: () => 0 } as const
    return limiter.refusalOf(demand) !== undefined
  }
  return { ask, clock, limiter, growth, refresh, find, charge, isRefused }
}

type TestServer = ReturnType<typeof openServer>

function throughput(units: number) {
  return { ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units } }
}

const onDemand = { BillingMode: 'PAY_PER_REQUEST' }

async function createTable({ ask }: TestServer, billing: object = throughput(1)): Promise<void> {
  await ask('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ...billing,
  })
}

describe('the settings that a table is throttled by', () => {
  it('are known with its first request, and a change through this server is seen at once', async () => {
    const server = openServer(memoryEngine())
    await createTable(server)
    const table = await server.find()
    server.charge(table, 310)
    assert.ok(server.isRefused(table))
    await server.ask('UpdateTable', { TableName, ...throughput(20) })
    server.clock.advance(501)
    assert.ok(!server.isRefused(table))
  })

  it('are within the quotas of the database', async () => {
    const server = openServer(memoryEngine(), { tableUnitsMax: 5, accountUnitsMax: 5 })
    await createTable(server, onDemand)
    const table = await server.find()
    server.charge(table, 4)
    assert.ok(!server.isRefused(table))
    server.charge(table, 1)
    assert.ok(server.isRefused(table))
  })

  it('follow a tag', async () => {
    const server = openServer(memoryEngine())
    await createTable(server)
    const table = await server.find()
    server.charge(table, 310)
    const { arn } = table
    const Tags = [{ Key: 'gramme:throttle', Value: 'off' }]
    await server.ask('TagResource', { ResourceArn: arn, Tags })
    assert.ok(!server.isRefused(table))
    await server.ask('UntagResource', { ResourceArn: arn, TagKeys: ['gramme:throttle'] })
    assert.ok(server.isRefused(table))
  })

  it('are found when another server has changed them', async () => {
    const engine = memoryEngine()
    const [one, other] = [openServer(engine), openServer(engine)]
    await createTable(one)
    const table = await one.find()
    one.charge(table, 310)
    await other.ask('UpdateTable', { TableName, ...throughput(20) })
    one.clock.advance(501)
    assert.ok(one.isRefused(table))
    await one.refresh.run()
    one.clock.advance(501)
    assert.ok(!one.isRefused(table))
  })

  it('are read again only for tables in use, and those that are gone are forgotten', async () => {
    const server = openServer(memoryEngine())
    await createTable(server)
    const table = await server.find()
    server.charge(table, 310)
    await server.refresh.run()
    assert.deepEqual(server.limiter.usedTables(), [])
    server.charge(table, 1)
    await server.ask('DeleteTable', { TableName })
    await server.refresh.run()
    assert.ok(!server.isRefused(table))
  })
})

describe('an on-demand table that has grown', () => {
  it('has a higher warm throughput, and its requests go on', async () => {
    const server = openServer(memoryEngine())
    await createTable(server)
    await server.ask('UpdateTable', { TableName, BillingMode: 'PAY_PER_REQUEST' })
    const table = await server.find()
    for (let i = 0; i < 61; i++) {
      server.charge(table, 3000)
      server.clock.advance(1000)
    }
    await server.growth.step(unfenced, new AbortController().signal)
    const { Table: described } = await server.ask('DescribeTable', { TableName })
    const { WarmThroughput: warm } = described as { WarmThroughput: Record<string, number> }
    assert.equal(warm['WriteUnitsPerSecond'], 6000)
    assert.equal(warm['ReadUnitsPerSecond'], 12_000)
    assert.deepEqual((await server.find()).guard, table.guard)
  })
})
