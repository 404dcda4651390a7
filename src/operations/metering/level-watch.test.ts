/** What is shown of tables that nobody uses. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coarseMs, minuteMs } from '../../metrics/limits.js'
import { unfenced } from '../../storage/fence.js'
import { testCaller } from '../json-call-suite.js'
import { LevelWatch } from './level-watch.js'
import { createIndexedTable, measuredServer, type MeasuredServer } from './metering-suite.js'
import { seriesNamed, type DimensionValues } from './series-names.js'

const T = { TableName: 'Tab' }
const global = { ...T, GlobalSecondaryIndexName: 'global' }

function units(ReadCapacityUnits: number, WriteCapacityUnits: number) {
  return { ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } }
}

class Watched {
  readonly server: MeasuredServer = measuredServer()
  #watch = this.#newWatch()

  async pass(minutes: number): Promise<void> {
    for (let i = 0; i < minutes; i++) {
      await this.#watch.step(unfenced)
      this.server.clock.advance(minuteMs)
    }
  }

  restart(): void {
    this.#watch = this.#newWatch()
  }

  /** The averages of the last periods, oldest first. */
  async averages(metric: string, values: DimensionValues, periodMs: number) {
    const toMs = this.server.clock.now()
    const range = { fromMs: 0, toMs }
    const points = await this.server.metrics.read(
      seriesNamed(testCaller, metric, values),
      range,
      periodMs,
    )
    return points.map(({ sum, count }) => sum / count)
  }

  #newWatch(): LevelWatch {
    const { database, clock, engine } = this.server
    return new LevelWatch({ engine, catalog: database.catalog, clock })
  }
}

describe('the levels of tables', () => {
  it('show provisioned units every five minutes, as they were', async () => {
    const watched = new Watched()
    const { ask } = watched.server
    await createIndexedTable(watched.server, 'Tab', units(5, 6))
    await watched.pass(10)
    await ask('UpdateTable', { ...T, ...units(50, 6) })
    await watched.pass(10)
    const read = await watched.averages('ProvisionedReadCapacityUnits', T, coarseMs)
    assert.deepEqual(read, [5, 5, 50, 50, 50])
    const ofIndex = await watched.averages('ProvisionedWriteCapacityUnits', global, coarseMs)
    assert.deepEqual(ofIndex, [6, 6, 6, 6, 6])
    assert.deepEqual((await watched.averages('AccountMaxReads', {}, coarseMs)).at(-1), 80_000)
    const percent = await watched.averages(
      'MaxProvisionedTableReadCapacityUtilization',
      {},
      coarseMs,
    )
    assert.equal(percent.at(-1), 0.125)
  })

  it('show zeros where nothing was consumed, as long as the table is there', async () => {
    const watched = new Watched()
    const { ask, clock } = watched.server
    await createIndexedTable(watched.server)
    await watched.pass(2)
    await ask('GetItem', { ...T, Key: { pk: { S: 'a' }, sk: { S: 'b' } } })
    await watched.pass(2)
    const consumed = () => watched.averages('ConsumedReadCapacityUnits', T, minuteMs)
    assert.deepEqual(await consumed(), [0, 0, 0.5, 0, 0])
    await ask('DeleteTable', T)
    watched.restart()
    await watched.pass(1)
    clock.advance(10 * minuteMs)
    assert.deepEqual(await consumed(), [0, 0, 0.5, 0])
    assert.deepEqual(await watched.averages('ProvisionedReadCapacityUnits', T, coarseMs), [])
  })

  it('show the maximum of an on-demand table only if there is one', async () => {
    const watched = new Watched()
    await createIndexedTable(watched.server, 'Tab', {
      BillingMode: 'PAY_PER_REQUEST',
      OnDemandThroughput: { MaxReadRequestUnits: 7 },
    })
    await watched.pass(1)
    const shown = (metric: string) => watched.averages(metric, T, coarseMs)
    assert.deepEqual(await shown('OnDemandMaxReadRequestUnits'), [7])
    assert.deepEqual(await shown('OnDemandMaxWriteRequestUnits'), [])
    const listed = await watched.server.listed()
    assert.ok(listed.includes('OnDemandMaxReadRequestUnits TableName=Tab'))
    assert.ok(
      listed.includes('ConsumedWriteCapacityUnits GlobalSecondaryIndexName=global TableName=Tab'),
    )
  })
})
