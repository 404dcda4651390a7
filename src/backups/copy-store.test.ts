/** Copies between engines, as the engines see them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { unfenced } from '../storage/fence.js'
import { ensureFormat } from '../storage/format.js'
import { lastingStore, memoryEngine } from '../../test/support/engines.js'
import { compareStores } from './compare-stores.js'
import { copyStore, finishCopy, hasUnfinishedCopy } from './copy-store.js'

const options = { weigh: () => 7, ownerOf: () => 'store' }

async function write(engine: Engine, mutations: readonly Mutation[]): Promise<void> {
  await engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
}

function put(space: number, key: string, value: string | Buffer): Mutation {
  return { kind: 'put', space, key: Buffer.from(key), value: Buffer.from(value) }
}

/** More than a batch of small entries, and a few that each fill a batch. */
async function filledStore(): Promise<Engine> {
  const engine = memoryEngine()
  await ensureFormat(engine)
  const large = Buffer.alloc(400 * 1024, 'x')
  await write(engine, [
    { kind: 'create-space', space: 3, label: 'orders' },
    { kind: 'create-space', space: 5, label: 'orders by day' },
    ...Array.from({ length: 1500 }, (_, n) => put(3, `small-${n}`, `value ${n}`)),
    ...Array.from({ length: 9 }, (_, n) => put(3, `large-${n}`, large)),
    { kind: 'tally', space: 3, entries: 1509, bytes: 123_456 },
    put(systemSpace, '\x04table', 'record'),
    ...['a', 'b'].map(
      (value) =>
        ({ kind: 'append', space: 5, log: Buffer.of(1), value: Buffer.from(value) }) as const,
    ),
    { kind: 'delete', space: 5, key: Buffer.of(1, 0, 0, 0, 0, 0, 0, 0, 2) },
  ])
  return engine
}

async function emptyTarget(engine = memoryEngine()) {
  await ensureFormat(engine)
  return { engine, fence: unfenced, where: 'The target' }
}

describe('a copy of a store', () => {
  it('holds every space, entry, total and log of it', async () => {
    const source = await filledStore()
    const folder = await lastingStore()
    const target = await emptyTarget(await folder.open())
    const copied: [string, number][] = []
    const onSpace = ({ label }: { label: string }, n: number) => copied.push([label, n])
    await copyStore(source, target, { ...options, onSpace })
    assert.deepEqual(copied, [
      ['orders', 1509],
      ['orders by day', 1],
    ])
    const { faults, entries } = await compareStores(source, target.engine)
    assert.deepEqual([faults, entries], [[], 1512])
    assert.equal(await hasUnfinishedCopy(target.engine), true)
    await finishCopy(source, target)
    assert.equal(await hasUnfinishedCopy(target.engine), false)
    const [heads] = await target.engine.read([{ kind: 'heads', space: 5 }])
    assert.deepEqual(heads, [{ log: Buffer.of(1), number: 2 }])
    await target.engine.close()
    await folder.remove()
  })

  it('is restarted if it was interrupted, even if the source has changed since', async () => {
    const source = await filledStore()
    const target = await emptyTarget()
    await copyStore(source, target, options)
    await write(source, [
      { kind: 'delete', space: 3, key: Buffer.from('small-7') },
      { kind: 'drop-space', space: 5 },
      put(3, 'small-8', 'changed'),
      { kind: 'delete', space: systemSpace, key: Buffer.from('\x04table') },
      { kind: 'tally', space: 3, entries: -1, bytes: -5 },
    ])
    assert.notDeepEqual((await compareStores(source, target.engine)).faults, [])
    await copyStore(source, target, options)
    assert.deepEqual((await compareStores(source, target.engine)).faults, [])
  })

  it('needs an empty store', async () => {
    const source = await filledStore()
    const { engine } = await emptyTarget(await filledStore())
    await assert.rejects(
      copyStore(source, { engine, fence: unfenced, where: 'The target' }, options),
      (error) =>
        error instanceof StoreUnusable &&
        error.message === 'The target is not empty: a copy needs an empty store.',
    )
  })

  it('differs from its source if a single byte or a total does', async () => {
    const source = await filledStore()
    const check = async (...change: Mutation[]) => {
      const target = await emptyTarget()
      await copyStore(source, target, options)
      await write(target.engine, change)
      const { faults } = await compareStores(source, target.engine)
      assert.equal(faults.length, 1, faults.join())
      return faults[0]
    }
    assert.equal(await check(put(3, 'small-1', 'value 2')), 'orders: entries differ')
    assert.equal(await check(put(3, 'more', '')), 'orders: 1509 entries here, 1510 there')
    assert.equal(
      await check({ kind: 'tally', space: 5, entries: 1, bytes: 0 }),
      'orders by day: totals differ',
    )
    assert.equal(
      await check({ kind: 'create-space', space: 9, label: 'x' }),
      'the two have different spaces',
    )
  })
})
