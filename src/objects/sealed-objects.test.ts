import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LocalKeys, newLocalKey, readLocalKeys } from '../keys/local-keys.js'
import { KeyFault } from '../keys/master-keys.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { MemoryObjectStore } from './memory-store.js'
import type { ObjectStore } from './object-store.js'
import { UnopenedObject } from './sealed-frames.js'
import { SealedObjects } from './sealed-objects.js'

const newKeys = () => {
  const { line } = newLocalKey(systemRandom)
  return new LocalKeys(readLocalKeys(line, 'The test'), systemRandom)
}

async function fixture() {
  const below = new MemoryObjectStore(systemClock)
  await below.createBucket('tables')
  const masterKeys = newKeys()
  const parts = { store: below, masterKeys, seals: true, random: systemRandom }
  return { below, parts, store: new SealedObjects(parts) }
}

async function put(store: ObjectStore, key: string, ...chunks: readonly Uint8Array[]) {
  const writer = await store.write('tables', key)
  for (const chunk of chunks) await writer.write(chunk)
  await writer.finish()
}

async function get(store: ObjectStore, key: string): Promise<Buffer> {
  const body = await store.read('tables', key)
  const chunks: Uint8Array[] = []
  for await (const chunk of body!.chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const frame = 256 * 1024

describe('encrypted objects', () => {
  const check = (...sizes: readonly number[]): void => {
    it(`are read as they were written, in pieces of ${sizes.join(' + ') || 'nothing'}`, async () => {
      const { below, store } = await fixture()
      const chunks = sizes.map((size) => Buffer.alloc(size, 'telling '))
      await put(store, 'a', ...chunks)
      assert.ok((await get(store, 'a')).equals(Buffer.concat(chunks)))
      assert.ok(!(await get(below, 'a')).includes('telling'))
      const info = await store.stat('tables', 'a')
      assert.equal(info?.bytes, Buffer.concat(chunks).length)
    })
  }

  check()
  check(0)
  check(5)
  check(frame)
  check(frame - 1, 1, 1)
  check(frame + 1)
  check(10, 3 * frame, 7)

  it('are refused if they were cut short, continued, exchanged or changed', async () => {
    const { below, store } = await fixture()
    await put(store, 'a', Buffer.alloc(2 * frame + 9, 'x'))
    const whole = await get(below, 'a')
    const last = whole.length - (4 + 9 + 16)
    const first = last - 2 * (4 + frame + 16)
    const swapped = Buffer.concat([
      whole.subarray(0, first),
      whole.subarray(first + 4 + frame + 16, last),
      whole.subarray(first, first + 4 + frame + 16),
      whole.subarray(last),
    ])
    const changed = Buffer.from(whole)
    changed[last + 6]! ^= 1
    const wrong = [
      whole.subarray(0, last),
      whole.subarray(0, last + 3),
      whole.subarray(0, 20),
      Buffer.concat([whole, Buffer.of(0)]),
      swapped,
      changed,
    ]
    for (const bytes of wrong) {
      await put(below, 'b', bytes)
      await assert.rejects(get(store, 'b'), UnopenedObject)
    }
  })

  it('need their master key', async () => {
    const { parts, store } = await fixture()
    await put(store, 'a', Buffer.from('x'))
    const other = new SealedObjects({ ...parts, masterKeys: newKeys() })
    await assert.rejects(get(other, 'a'), KeyFault)
  })

  it('may stand beside others, and are read by a store that writes none', async () => {
    const { below, parts, store } = await fixture()
    await put(below, 'plain', Buffer.from('as it is'))
    await put(below, 'short', Buffer.from('x'))
    await put(store, 'sealed', Buffer.from('hidden'))
    const reading = new SealedObjects({ ...parts, seals: false })
    for (const each of [store, reading]) {
      assert.equal(String(await get(each, 'plain')), 'as it is')
      assert.equal(String(await get(each, 'short')), 'x')
      assert.equal(String(await get(each, 'sealed')), 'hidden')
    }
    await put(reading, 'new', Buffer.from('as it is'))
    assert.equal(String(await get(below, 'new')), 'as it is')
  })
})
