/**
 * The log under streams: shards that open and close while readers continue, lanes that are split,
 * and a check that finds inconsistencies. What clients see of it is tested with the operations.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { changeLaneKey } from '../storage/change-keys.js'
import type { Engine, Mutation } from '../storage/engine.js'
import { logEntryKey } from '../storage/keyspace.js'
import {
  beginLog,
  endLog,
  getLog,
  decodeLog,
  laneHeads,
  readHeads,
  relabel,
  rollOver,
  type ChangeLog,
  type LaneHeads,
  type LogChange,
} from './change-log.js'
import { encodeChange } from './change-record.js'
import { evenLanes, splitLanes } from './lanes.js'
import { readShard, shardsFrom } from './read-log.js'
import { getShard, putShard, type Shard } from './shard.js'
import { verifyLog } from './verify-log.js'

const space = 1
const page = { entriesMax: 100, bytesMax: 1024 * 1024 }
const image = { json: Buffer.from('{}'), sizeBytes: 2 }
const record = encodeChange(
  { kind: 'insert', atMs: 0, origin: 'client', key: image, before: undefined, after: undefined },
  'keys',
)

class LogBench {
  readonly engine: Engine = memoryEngine()
  nowMs = 1000

  static async begin(lanes: number, label?: string): Promise<LogBench> {
    const bench = new LogBench()
    const origin = { account: '0', region: 'r', space, tableName: 'things', tableId: 'id' }
    await bench.write(beginLog(origin, evenLanes(lanes), label, bench.nowMs).mutations)
    return bench
  }

  async write(mutations: readonly Mutation[]): Promise<void> {
    await this.engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }

  append(lane: number): Promise<void> {
    return this.write([{ kind: 'append', space, log: changeLaneKey(lane), value: record }])
  }

  async change(decide: (log: ChangeLog, heads: LaneHeads) => LogChange): Promise<void> {
    const [log, heads] = await this.engine.read([getLog(space), readHeads(space)])
    await this.write(decide(decodeLog(log!), laneHeads(heads)).mutations)
  }

  async shards(): Promise<readonly Shard[]> {
    const shards: Shard[] = []
    for await (const { shard } of shardsFrom(this.engine, space)) shards.push(shard)
    return shards
  }

  async entries(shard: Shard): Promise<readonly number[]> {
    const read = await readShard(this.engine, space, { ...shard, position: shard.first }, page)
    assert.ok(read?.kind === 'page')
    assert.equal(read.end, shard.closed !== undefined)
    return read.changes.map(({ entry }) => entry)
  }
}

const numbersOf = (shards: readonly Shard[]) =>
  shards.map(({ number, lane, parent, label }) => [number, lane, parent?.number, label])

describe('a change log', () => {
  it('continues for its other readers when a stream begins and ends', async () => {
    const bench = await LogBench.begin(1)
    await bench.append(0)
    const same = splitLanes(evenLanes(1), 1, 1)
    await bench.change((log, heads) =>
      relabel(log, heads, { lanes: same, label: 'stream' }, bench.nowMs),
    )
    await bench.append(0)
    await bench.append(0)
    await bench.change((log, heads) =>
      relabel(log, heads, { lanes: same, label: undefined }, bench.nowMs),
    )
    const shards = await bench.shards()
    assert.deepEqual(numbersOf(shards), [
      [0, 0, undefined, undefined],
      [1, 0, 0, 'stream'],
      [2, 0, 1, undefined],
    ])
    assert.deepEqual(
      shards.map(({ beginsStream }) => beginsStream),
      [undefined, true, true],
    )
    assert.deepEqual(await Promise.all(shards.map((shard) => bench.entries(shard))), [
      [1],
      [2, 3],
      [],
    ])
  })

  it('continues the numbers of a lane in the lanes it is split into', async () => {
    const bench = await LogBench.begin(2, 'stream')
    for (const lane of [0, 0, 0, 1]) await bench.append(lane)
    const halves = splitLanes(evenLanes(2), 4, 2)
    await bench.change((log, heads) =>
      relabel(log, heads, { lanes: halves, label: 'stream' }, bench.nowMs),
    )
    for (const lane of [2, 3, 4, 5]) await bench.append(lane)
    const children = (await bench.shards()).slice(2)
    assert.deepEqual(numbersOf(children), [
      [2, 2, 0, 'stream'],
      [3, 3, 0, 'stream'],
      [4, 4, 1, 'stream'],
      [5, 5, 1, 'stream'],
    ])
    const entries = await Promise.all(children.map((shard) => bench.entries(shard)))
    assert.deepEqual(entries, [[4], [4], [2], [2]])
  })

  it('opens shards later than their parents, whatever the clock says', async () => {
    const bench = await LogBench.begin(1)
    for (const nowMs of [1000, 1000, 500, 2000]) {
      await bench.change((log, heads) => rollOver(log, heads, () => true, nowMs))
    }
    const times = (await bench.shards()).map(({ openedAtMs }) => openedAtMs)
    assert.deepEqual(times, [1000, 1001, 1002, 1003, 2000])
  })

  it('has no open shard once it has ended', async () => {
    const bench = await LogBench.begin(3, 'stream')
    await bench.append(2)
    await bench.change((log, heads) => endLog(log, heads, bench.nowMs))
    const shards = await bench.shards()
    assert.deepEqual(
      shards.map(({ closed }) => closed?.last),
      [0, 0, 1],
    )
  })
})

describe('the check of a change log', () => {
  const setting = { space, images: 'keys', lanes: evenLanes(2) } as const

  it('finds nothing in a consistent one', async () => {
    const bench = await LogBench.begin(2)
    for (const lane of [0, 1, 1]) await bench.append(lane)
    await bench.change((log, heads) => rollOver(log, heads, ({ lane }) => lane === 1, bench.nowMs))
    await bench.append(1)
    assert.deepEqual(await verifyLog(bench.engine, 'things', setting), [])
  })

  it('finds lanes without an open shard', async () => {
    const bench = await LogBench.begin(1)
    const faults = await verifyLog(bench.engine, 'things', setting)
    assert.deepEqual(faults, [
      'things: its open shards are not in the lanes that its changes are written to',
    ])
  })

  it('finds an entry between two shards', async () => {
    const bench = await LogBench.begin(2)
    for (const lane of [0, 0, 0]) await bench.append(lane)
    await bench.change((log, heads) => rollOver(log, heads, ({ lane }) => lane === 0, bench.nowMs))
    const [closed] = await bench.shards()
    await bench.write([putShard(space, { ...closed!, closed: { atMs: bench.nowMs, last: 2 } })])
    const faults = await verifyLog(bench.engine, 'things', setting)
    assert.deepEqual(faults, ['things: a lane of its changes has an entry outside its shards'])
    assert.notEqual((await bench.engine.read([getShard(space, 0)]))[0], undefined)
  })

  it('finds an entry with a number that its lane never assigned', async () => {
    const bench = await LogBench.begin(2)
    const key = logEntryKey(changeLaneKey(1), 7)
    await bench.write([{ kind: 'put', space, key, value: record }])
    const faults = await verifyLog(bench.engine, 'things', setting)
    assert.deepEqual(faults, [
      'things: a lane of its changes has an entry with a number that it never assigned',
    ])
  })
})
