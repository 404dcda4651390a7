/** What is stored when spaces are sealed, and what becomes of it when somebody changes it or takes a key. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LocalKeys, newLocalKey, readLocalKeys } from '../../keys/local-keys.js'
import { KeyFault, type MasterKeys } from '../../keys/master-keys.js'
import { systemRandom } from '../../stdx/random.js'
import { systemSpace, type Engine, type Mutation, type SpaceId } from '../engine.js'
import { bytes, get, put, range, space, valueOf, write } from '../engine-testing-suite.js'
import { StoreUnusable } from '../errors.js'
import { jobKey } from '../job-keys.js'
import { allSystemRecords, logEntryKey } from '../keyspace.js'
import { MemoryEngine } from '../memory/memory-engine.js'
import { ensureSecret } from '../store-secret.js'
import { system } from '../system-prefixes.js'
import { tagBytes } from './sealed-layout.js'
import { newMasterKeys, sealed } from './sealed-suite.js'
import { unopenable } from './sealing.js'

const createSealed = (id: SpaceId, owner = 'table'): Mutation => ({
  kind: 'create-space',
  space: id,
  label: 'T',
  owner,
  isNewOwner: true,
})

async function fixture(masterKeys: MasterKeys = newMasterKeys()) {
  const below = new MemoryEngine()
  const { engine, keys } = await sealed(below, masterKeys)
  await write(engine, [createSealed(space)])
  return { below, engine, keys, masterKeys }
}

async function storedText(below: Engine): Promise<string> {
  const all = { from: Buffer.of(0), to: Buffer.alloc(40, 255) }
  const spaces = [systemSpace, ...(await below.spaces()).map((each) => each.space)]
  const pages = await below.read(spaces.map((id) => range({ space: id, ...all })))
  return pages.flatMap(({ entries }) => entries.map(({ value }) => value.toString('latin1'))).join()
}

describe('sealed values', () => {
  it('are opened again if their tag has changed since', async () => {
    const { below, engine } = await fixture()
    await write(engine, [put('a', 'value')])
    assert.equal(await valueOf(engine, 'a'), 'value')
    const [stored] = await below.read([get('a')])
    const changed = Buffer.from(stored!)
    changed[changed.length - 1]! ^= 1
    await write(below, [put('a', changed)])
    assert.equal((await engine.read([get('a')]))[0], unopenable)
    await write(below, [put('a', stored!)])
    assert.equal(await valueOf(engine, 'a'), 'value')
  })

  it('that were just written are found without being opened', async () => {
    const { below, engine, masterKeys } = await fixture()
    const replacement = { space, key: bytes('a'), value: bytes('value') }
    await engine.replace({ ...replacement, weigh: () => 1 })
    const [stored] = await below.read([get('a')])
    const changed = Buffer.from(stored!)
    changed[changed.length - tagBytes - 1]! ^= 1
    await write(below, [put('a', changed)])
    assert.equal(await valueOf(engine, 'a'), 'value')
    const { engine: later } = await sealed(below, masterKeys)
    assert.equal((await later.read([get('a')]))[0], unopenable)
  })

  it('are nowhere to be read below', async () => {
    const { below, engine } = await fixture()
    await write(engine, [
      put('a', 'a telling value'),
      { kind: 'append', space, log: bytes('log'), value: bytes('a telling change') },
      { kind: 'put', space: systemSpace, key: jobKey('j'), value: bytes('a telling job') },
    ])
    const replacement = { space, key: bytes('b'), value: bytes('a telling item') }
    await engine.replace({ ...replacement, weigh: () => 1 })
    assert.doesNotMatch(await storedText(below), /telling/)
    assert.equal(await valueOf(engine, 'a'), 'a telling value')
    assert.equal(await valueOf(engine, 'b'), 'a telling item')
  })

  it('are not opened in another place, or with another form, or changed', async () => {
    const { below, engine } = await fixture()
    await write(engine, [createSealed(9), createSealed(10, 'other table'), put('a', 'value')])
    const [stored] = await below.read([get('a')])
    const changed = (at: number) => Buffer.from(stored!).fill(stored![at]! ^ 1, at, at + 1)
    const places: readonly (readonly [string, SpaceId, Uint8Array])[] = [
      ['b', space, stored!],
      ['a', 9, stored!],
      ['a', 10, stored!],
      ['form', space, Buffer.from(stored!).fill(0xe2, 0, 1)],
      ['plain', space, bytes('value')],
      ['empty', space, Buffer.alloc(0)],
      ...[1, 17, 29, stored!.length - 1].map((at) => [`c${at}`, space, changed(at)] as const),
    ]
    for (const [key, into, value] of places) {
      await write(below, [put(key, value, into)])
      const [found] = await engine.read([get(key, into)])
      assert.equal(found, unopenable, `${key} in ${into}`)
    }
    assert.equal(await valueOf(engine, 'a'), 'value')
  })

  it('tell their weight without being opened, and not another one', async () => {
    const { below, engine, masterKeys } = await fixture()
    const key = bytes('a')
    const weigh = (value: Uint8Array) => value.length
    const replaced = (value: string) => engine.replace({ space, key, value: bytes(value), weigh })
    await replaced('seven B')
    const [stored] = await below.read([get('a')])
    await write(below, [put('a', Buffer.from(stored!).fill(0, stored!.length - 1))])
    assert.equal(await replaced('other'), 7)
    const [second] = await below.read([get('a')])
    await write(below, [put('a', Buffer.from(second!).fill(9, 32, 33))])
    // This engine has kept what it has written.
    const { engine: later } = await sealed(below, masterKeys)
    const [found] = await later.read([get('a')])
    assert.equal(found, unopenable)
    await write(engine, [{ kind: 'put', space, key, value: bytes('again'), weight: 3 }])
    assert.equal(await replaced('last'), 3)
  })

  it('stay in their log', async () => {
    const { below, engine } = await fixture()
    const append = { kind: 'append', space, log: bytes('log'), value: bytes('change') } as const
    await write(engine, [append])
    const key = logEntryKey(bytes('log'), 1)
    const [stored] = await below.read([{ kind: 'get', space, key }])
    const elsewhere = logEntryKey(bytes('other'), 1)
    await write(below, [{ kind: 'put', space, key: elsewhere, value: stored! }])
    const [own, moved] = await engine.read([
      { kind: 'get', space, key },
      { kind: 'get', space, key: elsewhere },
    ])
    assert.equal(own!.toString(), 'change')
    assert.equal(moved, unopenable)
  })

  it('never have the same bytes twice', async () => {
    const { below, engine } = await fixture()
    const seen = new Set<string>()
    for (let i = 0; i < 600; i++) {
      await write(engine, [put('a', 'value')])
      const [stored] = await below.read([get('a')])
      seen.add(stored!.toString('latin1', 17, 29))
    }
    assert.equal(seen.size, 600)
  })

  it('are read and guarded by another server', async () => {
    const { below, engine, masterKeys } = await fixture()
    await write(engine, [put('a', 'one')])
    const { engine: other } = await sealed(below, masterKeys)
    assert.equal(await valueOf(other, 'a'), 'one')
    const key = jobKey('j')
    await write(other, [{ kind: 'put', space: systemSpace, key, value: bytes('job') }])
    const guard = { space: systemSpace, key, value: bytes('job') }
    await write(engine, [put('a', 'two')], [guard])
    await engine.read([get('a')], [guard])
    await write(engine, [{ kind: 'put', space: systemSpace, key, value: bytes('next') }])
    await assert.rejects(write(other, [put('a', 'three')], [guard]), /guarded/)
    await assert.rejects(other.read([get('a')], [guard]), /guarded/)
    assert.equal(await valueOf(other, 'a'), 'two')
  })
})

describe('the keys of a sealed store', () => {
  it('go with the last space that they seal', async () => {
    const { below, engine } = await fixture()
    await write(engine, [createSealed(9), createSealed(10, 'other')])
    const owners = async () => {
      const from = Buffer.of(system.dataKey)
      const [page] = await below.read([
        range({ space: systemSpace, from, to: Buffer.of(system.dataKey + 1) }),
      ])
      return page.entries.map(({ key }) => key.toString('latin1', 1)).join()
    }
    assert.equal(await owners(), 'other,store,table')
    await write(engine, [{ kind: 'drop-space', space }])
    assert.equal(await owners(), 'other,store,table')
    await write(engine, [{ kind: 'drop-space', space: 9 }])
    assert.equal(await owners(), 'other,store')
  })

  it('leave no key behind for a space that was refused', async () => {
    const { below, engine } = await fixture()
    await assert.rejects(write(engine, [createSealed(space, 'again')]))
    assert.doesNotMatch(await storedText(below), /again/)
  })

  it('seal what is created later for the same owner, and nothing of an older one', async () => {
    const { below, engine } = await fixture()
    const create = { kind: 'create-space', label: 'T', owner: 'table' } as const
    await write(engine, [{ ...create, space: 9 }, put('a', 'a telling value', 9)])
    await write(engine, [{ ...create, space: 10, owner: 'plain' }, put('a', 'legible', 10)])
    const text = await storedText(below)
    assert.match(text, /legible/)
    assert.doesNotMatch(text, /telling/)
  })

  it('make the store unusable without the master key, and nothing is touched', async () => {
    const { below } = await fixture()
    const before = await storedText(below)
    await assert.rejects(sealed(below, newMasterKeys()), (error: Error) => {
      assert.ok(error instanceof StoreUnusable)
      return /^The store is encrypted, and its key cannot be used\. The server does not have/.test(
        error.message,
      )
    })
    assert.equal(await storedText(below), before)
  })

  it('open again once the master key is back', async () => {
    const [one, two] = [newLocalKey(systemRandom), newLocalKey(systemRandom)]
    const read = (...lines: string[]) => readLocalKeys(lines.join('\n'), 'The test')
    const { below, engine } = await fixture(new LocalKeys(read(one.line), systemRandom))
    await write(engine, [put('a', 'value')])
    const masterKeys = new LocalKeys(read(two.line, one.line), systemRandom)
    const { engine: later } = await sealed(below, masterKeys)
    await write(later, [createSealed(9, 'later'), put('a', 'value', 9)])
    let nowMs = Date.now()
    const clock = { now: () => nowMs }
    const { openSealed } = await import('./open-sealed.js')
    const partial = new LocalKeys(read(one.line), systemRandom)
    const parts = { masterKeys: partial, random: systemRandom, clock }
    const { engine: third } = await openSealed(below, parts)
    assert.equal(await valueOf(third, 'a'), 'value')
    await assert.rejects(valueOf(third, 'a', 9), KeyFault)
    await assert.rejects(write(third, [put('b', 'x', 9)]), KeyFault)
    const [tally] = await third.read([{ kind: 'tally', space: 9 }])
    assert.deepEqual(tally, { entries: 0, bytes: 0 })
    partial.replaceBy(read(two.line, one.line))
    nowMs += 60_000
    assert.equal(await valueOf(third, 'a', 9), 'value')
  })

  it('are not needed to drop what they seal', async () => {
    const { below, engine, masterKeys } = await fixture()
    await write(engine, [put('a', 'value')])
    const lost: MasterKeys = {
      wrap: (dataKey, owner) => masterKeys.wrap(dataKey, owner),
      isCurrent: () => true,
      unwrap: async (wrapped, owner) => {
        if (owner === 'table') throw new KeyFault('disabled', 'disabled')
        return masterKeys.unwrap(wrapped, owner)
      },
    }
    const { engine: other } = await sealed(below, lost)
    await assert.rejects(valueOf(other, 'a'), KeyFault)
    await write(other, [{ kind: 'drop-space', space }])
    assert.doesNotMatch(await storedText(below), /"owner":"table"/)
  })
})

describe('records of the database', () => {
  it('are sealed when encryption is turned on, and not accepted unsealed after that', async () => {
    const below = new MemoryEngine()
    const secret = await ensureSecret(below, systemRandom)
    const masterKeys = newMasterKeys()
    const { engine } = await sealed(below, masterKeys)
    assert.deepEqual(await ensureSecret(engine, systemRandom), secret)
    assert.ok(!(await storedText(below)).includes(secret.toString('latin1')))
    await write(below, [
      { kind: 'put', space: systemSpace, key: jobKey('j'), value: bytes('\x01{}') },
    ])
    const asked = { kind: 'get', space: systemSpace, key: jobKey('j') } as const
    const [found] = await engine.read([asked])
    assert.equal(found, unopenable)
    const { engine: later } = await sealed(below, masterKeys)
    assert.deepEqual((await later.read([asked]))[0], unopenable)
    const [page] = await later.read([range({ space: systemSpace, ...allSystemRecords() })])
    assert.ok(page.entries.length > 3)
  })
})
