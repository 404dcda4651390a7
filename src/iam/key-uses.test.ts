import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Engine } from '../storage/engine.js'
import { iamOn, ownEngine, sharedEngine, testAccount } from './iam-suite.js'
import { KeyUses } from './key-uses.js'
import { keyUseIntervalMs, keyUsesAtOnce, keyUsesMax } from './limits.js'

const second = 1000
const at = { service: 'dynamodb', region: 'eu-west-1' }

/** A server, its key, and how often it has written. */
async function serverOn(engine: Engine) {
  const { clock, keys, store, putKey } = iamOn(engine)
  const made = keys.make({ account: testAccount })
  await putKey(made)
  let writes = 0
  const counting: Engine = {
    ...engine,
    read: (reads, guards) => engine.read(reads, guards),
    transact(transaction) {
      writes++
      return engine.transact(transaction)
    },
  }
  const uses = new KeyUses(counting, clock)
  const accessKeyId = made.accessKeyId
  const use = () => uses.note({ accessKeyId, ...at })
  /** As a server that starts now finds it. */
  const stored = async () => (await new KeyUses(engine, clock).find(accessKeyId))?.atMs
  return { clock, store, uses, accessKeyId, use, stored, writes: () => writes }
}

describe('the last use of a key', () => {
  it('is known at once where it was made, and elsewhere once it is stored', async () => {
    const { clock, uses, accessKeyId, use, stored } = await serverOn(await ownEngine())
    assert.equal(await uses.find(accessKeyId), undefined)
    clock.advance(second)
    use()
    const atMs = clock.now()
    assert.deepEqual(await uses.find(accessKeyId), { atMs, ...at })
    assert.equal(await stored(), undefined)
    await uses.store()
    assert.equal(await stored(), atMs)
  })

  it('is stored once an hour at most, however often the key is used', async () => {
    const { clock, uses, accessKeyId, use, stored, writes } = await serverOn(await ownEngine())
    use()
    await uses.store()
    const first = clock.now()
    clock.advance(keyUseIntervalMs - 1)
    use()
    const later = clock.now()
    await uses.store()
    assert.deepEqual([await stored(), writes()], [first, 1])
    assert.equal((await uses.find(accessKeyId))?.atMs, later)
    clock.advance(1)
    await uses.store()
    assert.deepEqual([await stored(), writes()], [later, 2])
    clock.advance(keyUseIntervalMs)
    await uses.store()
    assert.equal(writes(), 2)
  })

  it('is stored when a server stops', async () => {
    const { clock, uses, use, stored, writes } = await serverOn(await ownEngine())
    use()
    await uses.store()
    clock.advance(second)
    use()
    await uses.storeRest()
    assert.equal(await stored(), clock.now())
    await uses.storeRest()
    assert.equal(writes(), 2)
  })

  it('is the latest of all servers', async () => {
    const engine = await sharedEngine()
    const { clock, uses, accessKeyId, use, stored } = await serverOn(engine)
    const other = new KeyUses(engine, clock)
    use()
    clock.advance(second)
    other.note({ accessKeyId, ...at })
    await other.store()
    await uses.store()
    assert.equal(await stored(), clock.now())
    assert.equal((await uses.find(accessKeyId))?.atMs, clock.now())
  })

  it('goes with the key, and does not come back', async () => {
    const { store, uses, accessKeyId, use, stored } = await serverOn(await ownEngine())
    use()
    await uses.store()
    use()
    const gone = { at: { kind: 'accessKey', id: accessKeyId }, record: undefined } as const
    await store.change([], () => ({ writes: [gone], result: undefined }))
    assert.equal(await stored(), undefined)
    await uses.storeRest()
    assert.equal(await stored(), undefined)
  })

  it('does not make servers read rights again', async () => {
    const { store, uses, use } = await serverOn(await sharedEngine())
    const before = await store.stamp.current()
    use()
    await uses.store()
    assert.equal(await store.stamp.current(), before)
  })

  it('is kept in memory for so many keys, and is stored some at a time', async () => {
    const { clock, uses, writes } = await serverOn(await ownEngine())
    for (let i = 0; i <= keyUsesMax; i++) uses.note({ accessKeyId: `key-${i}`, ...at })
    assert.notEqual(await uses.find(`key-${keyUsesMax - 1}`), undefined)
    assert.equal(await uses.find(`key-${keyUsesMax}`), undefined)
    await uses.store()
    assert.equal(writes(), keyUsesMax / keyUsesAtOnce)
    clock.advance(keyUseIntervalMs)
    await uses.store()
    uses.note({ accessKeyId: 'one-more', ...at })
    assert.notEqual(await uses.find('one-more'), undefined)
  })
})
