/** When the sweep visits which table, with a clock that the test moves. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExpiringTable } from '../items/expiry-suite.js'
import { Builder } from '../items/builder.js'
import { DamagedItem } from '../items/damaged-item.js'
import { expiredBatchItemsMax } from '../items/limits.js'
import { systemSpace } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { tableRecordKey } from '../storage/keyspace.js'
import { openTestEngine } from '../../test/support/engines.js'
import { ExpirySweep } from './expiry-sweep.js'

const intervalMs = 1000
const silence = () => undefined
const silent = {
  error: silence,
  warn: silence,
  info: silence,
  debug: silence,
  wants: () => false,
}

class Sweeping {
  readonly subject: ExpiringTable
  readonly sweep: ExpirySweep
  readonly errors: unknown[] = []

  constructor(subject: ExpiringTable) {
    this.subject = subject
    const { catalog, items, clock } = subject
    const log = { ...silent, error: (...said: unknown[]) => void this.errors.push(said) }
    this.sweep = new ExpirySweep({ catalog, items, clock, log, intervalMs })
  }

  static async open(): Promise<Sweeping> {
    const sweeping = new Sweeping(await new ExpiringTable(await openTestEngine()).create())
    sweeping.sweep.watch(await sweeping.subject.enable())
    return sweeping
  }

  /** Runs one step; resolves with the time until the next. */
  async step(): Promise<number> {
    const { signal } = new AbortController()
    return (await this.sweep.step(unfenced, signal)) - this.subject.clock.now()
  }

  /** Steps until nothing is left to build and nothing is due; resolves with the number of steps. */
  async settle(): Promise<number> {
    const { catalog, items, clock } = this.subject
    const builder = new Builder({ catalog, items, clock, log: silent })
    const table = await this.subject.table()
    while ((await builder.step(table, unfenced)) < Infinity);
    this.sweep.watch(table)
    for (let steps = 1; ; steps++) if ((await this.step()) > 0) return steps
  }

  putExpired(pk: string): Promise<void> {
    return this.subject.put(pk, { N: String(this.subject.nowSeconds - 1) })
  }
}

describe('the expiry sweep', () => {
  it('lists the items of a new table to visit, then deletes what has expired', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.putExpired('expired')
    await sweeping.settle()
    assert.deepEqual(await sweeping.subject.left(), [])
    assert.equal((await sweeping.subject.table()).expiry?.build, undefined)
  })

  it('leaves a table alone for its interval once nothing in it has expired', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    await sweeping.putExpired('expired')
    assert.equal(await sweeping.step(), intervalMs)
    assert.deepEqual(await sweeping.subject.left(), ['expired'])
    sweeping.subject.clock.advance(intervalMs)
    assert.equal(await sweeping.step(), intervalMs)
    assert.deepEqual(await sweeping.subject.left(), [])
  })

  it('continues at once while there is more, one batch at a step', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    for (let i = 0; i < 2 * expiredBatchItemsMax + 1; i++) await sweeping.putExpired(`item-${i}`)
    sweeping.subject.clock.advance(intervalMs)
    assert.equal(await sweeping.settle(), 3)
    assert.deepEqual(await sweeping.subject.left(), [])
  })

  it('goes on behind damaged items, and tells of them once', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    const { subject } = sweeping
    const damagedCount = 2 * expiredBatchItemsMax
    for (let i = 0; i < damagedCount; i++) {
      await subject.put(`damaged-${i}`, { N: String(subject.nowSeconds - 9) })
      await subject.damage(`damaged-${i}`)
    }
    await sweeping.putExpired('expired')
    for (let rounds = 0; rounds < 2; rounds++) {
      subject.clock.advance(intervalMs)
      await sweeping.settle()
    }
    assert.equal(sweeping.errors.length, 1)
    const [said, facts] = sweeping.errors[0] as [string, { damaged: number; key: string }]
    assert.equal(said, 'expired items are damaged and stay')
    assert.equal(facts.damaged, damagedCount)
    assert.match(facts.key, /damaged-/)
    await assert.rejects(subject.delete('damaged-0'), DamagedItem)
    await subject.delete('expired')
    assert.equal((await subject.sweep()).deleted, 0)
  })

  it('forgets tables that were deleted or whose items no longer expire', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    const { account, region, name } = await sweeping.subject.disable()
    sweeping.subject.clock.advance(intervalMs)
    assert.equal(await sweeping.step(), Infinity)
    sweeping.sweep.watch(await sweeping.subject.enable())
    await sweeping.subject.catalog.deleteTable({ account, region }, name, () => undefined)
    assert.equal(await sweeping.step(), Infinity)
  })

  it('looks again when another server has changed the table', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    const { engine, clock } = sweeping.subject
    const other = new ExpiringTable(engine, clock)
    await other.disable()
    await other.put('later', { N: String(other.nowSeconds - 1) })
    await other.enabled()
    clock.advance(intervalMs)
    await assert.rejects(sweeping.step())
    await sweeping.settle()
    assert.deepEqual(await sweeping.subject.left(), [])
  })

  it('begins once another server has built the list', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.putExpired('expired')
    assert.equal(await sweeping.step(), Infinity)
    const { engine, clock } = sweeping.subject
    const other = new ExpiringTable(engine, clock)
    await other.listAll()
    sweeping.sweep.watch(await other.table())
    await sweeping.step()
    assert.deepEqual(await other.left(), [])
  })

  it('lists the items of a table that was set before items were listed', async () => {
    const sweeping = await Sweeping.open()
    await sweeping.settle()
    const { engine, clock } = sweeping.subject
    await forgetList(sweeping.subject)
    await sweeping.putExpired('expired')
    clock.advance(intervalMs)
    const restarted = new Sweeping(new ExpiringTable(engine, clock))
    restarted.sweep.watch(await restarted.subject.table())
    await restarted.settle()
    assert.ok((await restarted.subject.table()).expiry?.build, 'the list is not built yet')
    await restarted.settle()
    assert.deepEqual(await restarted.subject.left(), [])
    await restarted.subject.requireSound()
  })

  /** As an earlier version would have stored the table. */
  async function forgetList(subject: ExpiringTable): Promise<void> {
    const { engine, catalog } = subject
    const definition = await subject.table()
    const { account, region, name } = definition
    const key = tableRecordKey({ account, region }, name)
    await engine.transact({
      reads: [{ kind: 'get', space: systemSpace, key }],
      decide: ([record]) => {
        const text = record!.toString('utf8', 1)
        const stored = JSON.parse(text) as { definition: { expiry?: unknown } }
        delete stored.definition.expiry
        const value = Buffer.concat([record!.subarray(0, 1), Buffer.from(JSON.stringify(stored))])
        return { mutations: [{ kind: 'put', space: systemSpace, key, value }], result: undefined }
      },
    })
    catalog.forget(definition)
  }
})
