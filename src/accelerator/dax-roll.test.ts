/** Which servers of a database know of each other, and for how long. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { daxServerKey } from '../storage/dax-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { DaxPlace } from './dax-place.js'
import { DaxRoll } from './dax-roll.js'
import { rollDeadMs, rollIntervalMs, rollServersMax } from './limits.js'

class Server {
  readonly clock: VirtualClock
  readonly place: DaxPlace
  readonly roll: DaxRoll

  constructor(engine: Engine, clock: VirtualClock, id: number, isSecure = false) {
    this.clock = clock
    this.place = new DaxPlace({ id, ip: `10.0.0.${id}`, isSecure, announced: undefined })
    this.roll = new DaxRoll({ engine, clock, random: systemRandom, place: this.place })
  }

  open(startedAtMs = this.place.nodes.length): this {
    this.place.bound({ host: '0.0.0.0', port: 8111 }, startedAtMs)
    return this
  }

  get known(): readonly number[] {
    return this.place.nodes.map(({ id }) => id)
  }
}

async function rounds(count: number, clock: VirtualClock, servers: readonly Server[]) {
  for (let i = 0; i < count; i++) {
    clock.advance(rollIntervalMs)
    for (const server of servers) await server.roll.run()
  }
}

describe('servers of one database', () => {
  it('know each other in the same order, once their doors are open', async () => {
    const [engine, clock] = [memoryEngine(), new VirtualClock()]
    const [first, second, closed] = [1, 2, 3].map((id) => new Server(engine, clock, id))
    second!.open(100)
    first!.open(200)
    await rounds(2, clock, [first!, second!, closed!])
    assert.deepEqual(first!.known, [2, 1])
    assert.deepEqual(second!.known, [2, 1])
    assert.deepEqual([first!.place.nodeIndex, second!.place.nodeIndex], [1, 0])
    assert.deepEqual(closed!.known, [])
    assert.equal(closed!.place.nodeIndex, undefined)
    const addresses = (await first!.place.list()).map(({ address }) => address)
    assert.deepEqual(addresses, ['10.0.0.2', '10.0.0.1'])
  })

  it('forget one that stops at once, and one that dies soon', async () => {
    const [engine, clock] = [memoryEngine(), new VirtualClock()]
    const servers = [1, 2, 3].map((id) => new Server(engine, clock, id).open())
    const [left, stopping, dying] = servers
    await rounds(2, clock, servers)
    assert.deepEqual(left!.known, [1, 2, 3])
    await stopping!.roll.leave()
    await rounds(1, clock, [left!])
    assert.deepEqual(left!.known, [1, 3])
    await rounds(rollDeadMs / rollIntervalMs - 1, clock, [left!])
    assert.deepEqual(left!.known, [1, 3])
    await rounds(1, clock, [left!])
    assert.deepEqual(left!.known, [1])
    // It was only asleep.
    await rounds(1, clock, [dying!, left!])
    assert.deepEqual(left!.known, [1, 3])
  })

  it('take nobody for dead after the store was away for all of them', async () => {
    const [engine, clock] = [memoryEngine(), new VirtualClock()]
    const servers = [1, 2].map((id) => new Server(engine, clock, id).open())
    await rounds(2, clock, servers)
    clock.advance(10 * rollDeadMs)
    await rounds(1, clock, [servers[0]!])
    assert.deepEqual(servers[0]!.known, [1, 2])
  })

  it('are told only those that speak as they do, and leave other versions alone', async () => {
    const [engine, clock] = [memoryEngine(), new VirtualClock()]
    const plain = new Server(engine, clock, 1).open()
    const secure = new Server(engine, clock, 2, true).open()
    const key = daxServerKey('newer')
    const value = Buffer.of(99)
    await engine.transact({
      reads: [],
      decide: () => ({
        mutations: [{ kind: 'put', space: systemSpace, key, value }],
        result: undefined,
      }),
    })
    await rounds(2 + rollDeadMs / rollIntervalMs, clock, [plain, secure])
    assert.deepEqual([plain.known, secure.known], [[1], [2]])
    const [kept] = await engine.read([{ kind: 'get', space: systemSpace, key }])
    assert.deepEqual(kept, value)
  })

  it('are listed up to a number', async () => {
    const [engine, clock] = [memoryEngine(), new VirtualClock()]
    const ids = Array.from({ length: rollServersMax + 2 }, (_, n) => n + 1)
    const servers = ids.map((id) => new Server(engine, clock, id).open())
    await rounds(2, clock, servers)
    // Those that were read, and itself.
    for (const { known } of servers) assert.ok(known.length <= rollServersMax + 1)
    assert.ok(servers[0]!.known.length >= rollServersMax)
  })
})
