import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put, space, valueOf, write } from '../engine-testing-suite.js'
import { withFolder } from './child-process-suite.js'
import { openLmdbDatabase, type LmdbDatabase } from './database.js'
import { faultsNoticedFrom, faultsQuietLooks, touchesAtOnceMax, touchKeysMax } from './limits.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { PageFaults } from './page-faults.js'

const get = (name: string) => ({ kind: 'get', space, key: Buffer.from(name) }) as const

/** A database whose touches end when the test says so. */
class HeldDatabase {
  readonly touched: string[][] = []
  readonly ends: (() => void)[] = []

  prefetch(keys: readonly Buffer[], end: () => void): void {
    this.touched.push(keys.map((key) => key.subarray(-2).toString()))
    this.ends.push(end)
  }

  endAll(): void {
    for (const end of this.ends.splice(0)) end()
  }
}

function held(count: () => number): readonly [HeldDatabase, PageFaults] {
  const database = new HeldDatabase()
  return [database, new PageFaults(database as unknown as LmdbDatabase, count)]
}

describe('page faults', () => {
  it('are noticed from a number on, and until there were few for some looks', async () => {
    let faults = 1000
    const [, pages] = held(() => faults)
    pages.look()
    faults += faultsNoticedFrom - 1
    pages.look()
    assert.equal(pages.isOn, false)
    faults += faultsNoticedFrom
    pages.look()
    assert.equal(pages.isOn, true)
    for (let n = 1; n < faultsQuietLooks; n++) pages.look()
    assert.equal(pages.isOn, true)
    pages.look()
    assert.equal(pages.isOn, false)
    await pages.close()
  })

  it('are taken by a limited number of threads, a limited number of keys each', async () => {
    const [database, pages] = held(() => 0)
    const names = Array.from({ length: 40 }, (_, n) => `k${n + 10}`)
    const all = Promise.all(names.map((name) => pages.touch([get(name)])))
    assert.equal(database.touched.length, touchesAtOnceMax)
    while (database.ends.length > 0) database.endAll()
    await all
    assert.ok(database.touched.every((keys) => keys.length <= touchKeysMax))
    assert.deepEqual(
      database.touched.flat(),
      names.map((name) => name.slice(-2)),
    )
    await pages.close()
  })

  it('are not looked for twice in a row at one key', async () => {
    const [database, pages] = held(() => 0)
    const first = pages.touch([get('k1')])
    database.endAll()
    await first
    await pages.touch([get('k1')])
    pages.look()
    await pages.touch([get('k1')])
    assert.deepEqual(database.touched, [['k1']])
    pages.look()
    void pages.touch([get('k1')])
    assert.equal(database.touched.length, 2)
    database.endAll()
    await pages.close()
  })

  it('hold nobody up once the store is closed, and closing waits for touches under way', async () => {
    const [database, pages] = held(() => 0)
    const names = Array.from({ length: touchesAtOnceMax * touchKeysMax + 1 }, (_, n) => `k${n}`)
    const all = names.map((name) => pages.touch([get(name)]))
    let closed = false
    const closing = pages.close().then(() => (closed = true))
    await all.at(-1)
    assert.equal(closed, false)
    database.endAll()
    await Promise.all(all)
    await closing
    await pages.touch([get('after')])
    assert.equal(database.ends.length, 0)
  })

  it('change nothing about what is read and written, in a file that grows', () =>
    withFolder(async (dataDir) => {
      let faults = 0
      const countFaults = () => (faults += faultsNoticedFrom)
      const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', countFaults })
      await write(engine, [create(space)])
      const looked = faults
      while (faults === looked) await new Promise(setImmediate)
      const value = 'v'.repeat(20_000)
      const names = Array.from({ length: 300 }, (_, n) => `key ${n}`)
      await Promise.all(
        names.map(async (name) => {
          await write(engine, [put(name, `${value} of ${name}`)])
          assert.equal(await valueOf(engine, name), `${value} of ${name}`)
        }),
      )
      await engine.close()
    }))

  it('are asked for by a real database', () =>
    withFolder(async (dataDir) => {
      const database = openLmdbDatabase(dataDir, 'relaxed')
      const pages = new PageFaults(database)
      const range = { kind: 'range', space, from: Buffer.of(0), to: Buffer.of(9) } as const
      await pages.touch([get('absent'), { ...range, entriesMax: 1 }, { kind: 'tally', space }])
      await pages.close()
      await database.close()
    }))
})
