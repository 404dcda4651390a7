/** Closing and opening again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AssertionError } from '../stdx/assert.js'
import type { NewStore, Supports } from './engine-suite.js'
import {
  create,
  drop,
  get,
  increment,
  pageText,
  put,
  range,
  space,
  tally,
  valueOf,
  write,
} from './engine-testing-suite.js'
import { StorageError } from './errors.js'
import { ensureFormat } from './format.js'

export function lifeCycleSuite(newStore: NewStore, supports: Supports): void {
  it('finishes requests in progress when it closes, and refuses later ones', async () => {
    const store = await newStore()
    const engine = await store.open()
    await write(engine, [create(space)])
    const underWay = Array.from({ length: 100 }, () => increment(engine, 'n'))
    const closing = engine.close()
    const refused = (error: unknown) =>
      error instanceof StorageError && error.kind === 'unavailable'
    await assert.rejects(increment(engine, 'n'), refused)
    await assert.rejects(engine.read([get('n')]), refused)
    assert.equal((await Promise.all(underWay)).at(-1), 100)
    await closing
    await engine.close()
    await assert.rejects(engine.read([get('n')]), refused)
    if (supports.readsNow) assert.throws(() => engine.readNow!([get('n')]), refused)
    await store.remove()
  })

  it('opens with an empty system space, and can be marked with the format twice', async () => {
    const store = await newStore()
    const engine = await store.open()
    await Promise.all([ensureFormat(engine), ensureFormat(engine)])
    await ensureFormat(engine)
    await engine.close()
    await store.remove()
  })

  it('lists the existing spaces with their labels', async () => {
    const store = await newStore()
    const engine = await store.open()
    assert.deepEqual(await engine.spaces(), [])
    const label = 'Caf\u00e9 "x"; --'
    const made = [40, 7, 8].map((id) => ({ kind: 'create-space', space: id, label }) as const)
    await write(engine, [...made, drop(8)])
    assert.deepEqual(await engine.spaces(), [
      { space: 7, label },
      { space: 40, label },
    ])
    await engine.close()
    await store.remove()
  })

  const title = supports.persistence ? 'keeps everything across' : 'forgets everything at'
  it(`${title} closing and opening`, async () => {
    const store = await newStore()
    const before = await store.open()
    await write(before, [create(space), create(30), put('a', '1'), tally(1, 10)])
    await write(before, [put('gone', '1', 30), drop(30)])
    await before.close()
    const after = await store.open()
    if (supports.persistence) {
      assert.equal(await valueOf(after, 'a'), '1')
      assert.deepEqual((await after.read([{ kind: 'tally', space }]))[0], { entries: 1, bytes: 10 })
      assert.equal(await pageText(after, range()), 'a')
    } else {
      await assert.rejects(valueOf(after, 'a'), AssertionError)
    }
    await assert.rejects(valueOf(after, 'gone', 30), AssertionError)
    await after.close()
    await store.remove()
  })
}
