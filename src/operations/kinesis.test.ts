/**
 * Deliveries to Kinesis over time: servers that take over, changes that become too old, logs that
 * end.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { KinesisDeliveries } from '../kinesis/kinesis-deliveries.js'
import type { KinesisRecord } from '../kinesis/kinesis-record.js'
import type { KinesisStreams, PutOutcome } from '../kinesis/kinesis-streams.js'
import { kinesisDestinationsMax } from '../model/limits.js'
import { kinesisRetryMsMax } from '../kinesis/limits.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Log, LogFacts } from '../stdx/log.js'
import { changeLogRange, logReaderRange } from '../storage/change-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'

const hourMs = 60 * 60 * 1000
const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'

/** A stand-in for Kinesis that can be made to fail. */
class Receiver implements KinesisStreams {
  readonly texts: string[] = []
  isShut = false

  findFault = async () => undefined

  async put(_arn: string, records: readonly KinesisRecord[]): Promise<readonly PutOutcome[]> {
    if (this.isShut) throw new Error('shut')
    this.texts.push(...records.map(({ data }) => data.toString()))
    return records.map(() => ({ kind: 'taken' }))
  }

  get names(): readonly string[] {
    type Shape = { readonly dynamodb: { readonly Keys: { readonly pk: { readonly S: string } } } }
    return this.texts.map((text) => (JSON.parse(text) as Shape).dynamodb.Keys.pk.S)
  }
}

class KinesisBench {
  readonly clock = new VirtualClock()
  readonly receiver = new Receiver()
  readonly errors: [string, LogFacts | undefined][] = []
  readonly #upkeep: ChangeUpkeep
  readonly #server: TestDatabase
  #deliveries: KinesisDeliveries

  static async open(): Promise<KinesisBench> {
    return new KinesisBench(await openTestEngine())
  }

  private constructor(readonly engine: Engine) {
    const { clock, receiver: kinesis } = this
    this.#upkeep = new ChangeUpkeep(engine, clock)
    this.#deliveries = this.#newDeliveries()
    this.#server = openTestDatabase(engine, { clock, kinesis })
  }

  #newDeliveries(): KinesisDeliveries {
    const log: Log = {
      error: (text, facts) => void this.errors.push([text, facts]),
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      wants: () => true,
    }
    const { engine, clock, receiver: streams } = this
    return new KinesisDeliveries({ engine, streams, clock, log })
  }

  ask(operation: string, input: Json): Promise<Json> {
    return this.#server.ask(operation, input)
  }

  async createTable(TableName: string, rest: Json = {}): Promise<void> {
    await this.ask('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
      ...rest,
    })
  }

  enable(TableName: string): Promise<unknown> {
    return this.ask('EnableKinesisStreamingDestination', { TableName, StreamArn })
  }

  disable(TableName: string): Promise<unknown> {
    return this.ask('DisableKinesisStreamingDestination', { TableName, StreamArn })
  }

  put(TableName: string, name: string): Promise<unknown> {
    return this.ask('PutItem', { TableName, Item: { pk: { S: name } } })
  }

  /** Delivers until nothing is left that can be done now. */
  async deliver(fence: Fence = unfenced): Promise<void> {
    const { signal } = new AbortController()
    while ((await this.#deliveries.step(fence, signal)) === 0);
  }

  /** Another server continues the deliveries. */
  takeOver(): void {
    this.#deliveries = this.#newDeliveries()
  }

  async keep(): Promise<void> {
    while (await this.#upkeep.step());
  }

  async count(range: { from: Buffer; to: Buffer }): Promise<number> {
    const [page] = await this.engine.read([
      { kind: 'range', space: systemSpace, ...range, entriesMax: 100 },
    ])
    return page.entries.length
  }
}

/** The fence of a lease that has changed hands. */
const lost: Fence = {
  guards: [{ space: systemSpace, key: Buffer.from('nobody has this'), value: Buffer.of(1) }],
  mutations: [],
}

describe('deliveries to Kinesis', () => {
  it('repeat, under the same ids, what a server sent but could not record', async () => {
    const bench = await KinesisBench.open()
    await bench.createTable('things')
    await bench.enable('things')
    await bench.put('things', 'a')
    await bench.put('things', 'b')
    await bench.deliver(lost)
    bench.takeOver()
    await bench.deliver()
    const { texts, names } = bench.receiver
    assert.deepEqual(names, ['a', 'b', 'a', 'b'])
    assert.deepEqual(texts.slice(0, 2), texts.slice(2))
    bench.takeOver()
    await bench.deliver()
    assert.equal(bench.receiver.texts.length, 4, 'what was written down is not sent again')
  })

  it('log what became too old, and continue with the rest', async () => {
    const bench = await KinesisBench.open()
    await bench.createTable('things')
    await bench.enable('things')
    await bench.put('things', 'delivered')
    await bench.deliver()
    bench.receiver.isShut = true
    await bench.put('things', 'old')
    await bench.deliver()
    bench.clock.advance(24 * hourMs)
    await bench.put('things', 'new')
    await bench.keep()
    bench.receiver.isShut = false
    bench.clock.advance(kinesisRetryMsMax)
    await bench.deliver()
    assert.deepEqual(bench.receiver.names, ['delivered', 'new'])
    const facts = { table: 'things', stream: StreamArn, lane: 0, changes: 1 }
    const text = 'changes became too old before Kinesis accepted them'
    assert.deepEqual(bench.errors, [[text, facts]])
  })

  it('are deleted once everything is delivered after the destination was disabled', async () => {
    const bench = await KinesisBench.open()
    await bench.createTable('things')
    await bench.enable('things')
    await bench.put('things', 'a')
    await bench.disable('things')
    assert.equal(await bench.count(logReaderRange()), 1)
    await bench.deliver()
    assert.deepEqual(bench.receiver.names, ['a'])
    assert.equal(await bench.count(logReaderRange()), 0)
    await bench.put('things', 'b')
    bench.clock.advance(25 * hourMs)
    await bench.keep()
    await bench.keep()
    assert.equal(await bench.count(changeLogRange()), 0, 'the log is no longer needed')
  })

  it('end with the log if Kinesis accepts nothing for a day after the destination was disabled', async () => {
    const bench = await KinesisBench.open()
    bench.receiver.isShut = true
    await bench.createTable('things')
    await bench.enable('things')
    await bench.put('things', 'a')
    await bench.deliver()
    await bench.ask('DeleteTable', { TableName: 'things' })
    bench.clock.advance(25 * hourMs)
    await bench.keep()
    await bench.keep()
    assert.equal(await bench.count(logReaderRange()), 0)
    await bench.deliver()
    assert.deepEqual(bench.receiver.names, [])
  })

  it('wait longer and longer for a stream that accepts nothing', async () => {
    const bench = await KinesisBench.open()
    await bench.createTable('things')
    await bench.enable('things')
    await bench.put('things', 'a')
    bench.receiver.isShut = true
    let tries = 0
    bench.receiver.put = async () => {
      tries++
      throw new Error('shut')
    }
    for (const [pauseMs, expected] of [
      [0, 1],
      [99, 1],
      [1, 2],
      [199, 2],
      [1, 3],
    ] as const) {
      bench.clock.advance(pauseMs)
      await bench.deliver()
      assert.equal(tries, expected)
    }
    for (let i = 0; i < 20; i++) {
      bench.clock.advance(kinesisRetryMsMax)
      await bench.deliver()
    }
    assert.equal(tries, 23, 'but never longer than the limit')
  })

  it('can be unfinished for a limited number of earlier destinations', async () => {
    const bench = await KinesisBench.open()
    bench.receiver.isShut = true
    // A stream keeps the log alive, so that all deliveries read the same one.
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    await bench.createTable('things', { StreamSpecification })
    for (let i = 0; i < kinesisDestinationsMax; i++) {
      await bench.enable('things')
      await bench.put('things', `item ${i}`)
      await bench.disable('things')
    }
    await assert.rejects(bench.enable('things'), { type: 'LimitExceededException' })
    bench.receiver.isShut = false
    await bench.deliver()
    assert.equal(bench.receiver.names.length, kinesisDestinationsMax)
    await bench.enable('things')
  })
})
