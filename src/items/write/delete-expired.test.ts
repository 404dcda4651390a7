/**
 * What the sweep deletes and what it leaves alone, on every engine, with a clock that does not
 * move.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../../model/attribute-value.js'
import { expiredForSecondsMax } from '../../model/limits.js'
import { expiredBatchItemsMax } from '../limits.js'
import type { Engine, Mutation } from '../../storage/engine.js'
import { GuardBroken } from '../../storage/errors.js'
import { expiryKey } from '../../storage/expiry-keys.js'
import { itemKey } from '../../storage/keyspace.js'
import { below, chanceOf, oneOf, seed } from '../../../test/support/chance.js'
import { openTestEngine } from '../../../test/support/engines.js'
import { DamagedItem } from '../damaged-item.js'
import { deleteExpired } from './delete-expired.js'
import { expiryEntry } from '../indexes/expiry-entry.js'
import { ExpiringTable } from '../expiry-suite.js'
import { verifyTable } from '../verify.js'

const N = (number: number): AttributeValue => ({ N: String(number) })

async function expiring(): Promise<ExpiringTable> {
  const subject = new ExpiringTable(await openTestEngine())
  return (await subject.create()).enabled()
}

describe('the sweep of expired items', () => {
  it('deletes those whose second is past, for up to five years, and no other', async () => {
    const subject = await expiring()
    const now = subject.nowSeconds
    await subject.put('gone: a second ago', N(now - 1))
    await subject.put('gone: a fraction of a second ago', { N: `${now - 1}.9` })
    await subject.put('gone: five years ago', N(now - expiredForSecondsMax))
    await subject.put('kept: now', N(now))
    await subject.put('kept: later', N(now + 1))
    await subject.put('kept: in milliseconds', N((now - 1) * 1000))
    await subject.put('kept: more than five years ago', N(now - expiredForSecondsMax - 1))
    await subject.put('kept: before 1970', N(-1))
    await subject.put('kept: beyond all time', { N: '9'.repeat(38) })
    await subject.put('kept: text', { S: String(now - 1) })
    await subject.put('kept: a set', { NS: [String(now - 1)] })
    await subject.put('kept: nested', { M: { ttl: N(now - 1) } })
    await subject.put('kept: without')
    await subject.put('kept: under another name', undefined, { TTL: N(now - 1) })
    await subject.requireSound()
    assert.deepEqual(await subject.sweep(), { entriesRead: 3, deleted: 3 })
    const left = await subject.left()
    assert.equal(left.length, 11)
    assert.ok(left.every((name) => name.startsWith('kept')))
    await subject.requireSound()
  })

  it('happens once the clock has passed the expiry', async () => {
    const subject = await expiring()
    await subject.put('item', N(subject.nowSeconds + 10))
    subject.clock.advance(10_000)
    assert.equal((await subject.sweep()).deleted, 0)
    subject.clock.advance(1000)
    assert.equal((await subject.sweep()).deleted, 1)
    assert.deepEqual(await subject.left(), [])
  })

  it('works in batches, and reads only what has expired', async () => {
    const subject = await expiring()
    const expired = 2 * expiredBatchItemsMax + 1
    const now = subject.nowSeconds
    for (let i = 0; i < expired; i++) await subject.put(`expired-${i}`, N(now - 1 - (i % 3)))
    for (let i = 0; i < 40; i++) await subject.put(`kept-${i}`, N(now + i))
    for (let i = 0; i < 40; i++)
      await subject.put(`old-${i}`, N(now - expiredForSecondsMax - 1 - i))
    const first = await subject.items.deleteExpired(await subject.table(), subject.clock.now())
    const whole = expiredBatchItemsMax
    const counts = { entriesRead: whole, deleted: whole, damaged: [], waiting: 0 }
    assert.deepEqual(first, { ...counts, more: true, after: undefined })
    assert.deepEqual(await subject.sweep(), { entriesRead: whole + 1, deleted: whole + 1 })
    assert.deepEqual(await subject.sweep(), { entriesRead: 0, deleted: 0 })
    assert.equal((await subject.left()).length, 80)
  })

  it('removes items from the indexes and the totals', async () => {
    const subject = await expiring()
    await subject.put('expired', N(subject.nowSeconds - 1))
    await subject.put('kept')
    await subject.sweep()
    const { table, indexes } = await subject.catalog.totals(await subject.table())
    assert.equal(table.entries, 1)
    assert.equal(indexes.get('by-group')?.entries, 1)
    await subject.requireSound()
  })

  it('follows a number that is part of the key', async () => {
    const subject = new ExpiringTable(await openTestEngine())
    await subject.create({
      keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'ttl', type: 'N' } },
    })
    await subject.enabled()
    await subject.put('expired', N(subject.nowSeconds - 1))
    await subject.put('kept', N(subject.nowSeconds + 1))
    assert.equal((await subject.sweep()).deleted, 1)
    assert.deepEqual(await subject.left(), ['kept'])
    await subject.requireSound()
  })

  it('by two sweeps at once deletes every item once', async () => {
    const subject = await expiring()
    for (let i = 0; i < 60; i++) await subject.put(`item-${i}`, N(subject.nowSeconds - 1))
    const [one, other] = await Promise.all([subject.sweep(), subject.sweep()])
    assert.equal(one.deleted + other.deleted, 60)
    assert.deepEqual(await subject.left(), [])
    await subject.requireSound()
  })

  it('is refused if the definition of the table is out of date', async () => {
    const subject = await expiring()
    const stale = await subject.table()
    await subject.put('expired', N(subject.nowSeconds - 1))
    await subject.disable()
    await assert.rejects(subject.items.deleteExpired(stale, subject.clock.now()), GuardBroken)
    assert.deepEqual(await subject.left(), ['expired'])
  })

  it('is not held up by an entry that has no item', async () => {
    const subject = await expiring()
    const table = await subject.table()
    for (let i = 0; i < expiredBatchItemsMax; i++) {
      const item = { pk: { S: `nothing-${i}` }, ttl: N(subject.nowSeconds - 5) }
      const key = itemKey(table.keySchema, item)
      const entry = expiryEntry(table.keySchema, table.expiry!, { item, key })!
      await subject.engine.transact({
        reads: [],
        decide: () => ({ mutations: [entry], result: undefined }),
      })
    }
    await subject.put('expired', N(subject.nowSeconds - 1))
    await subject.sweep()
    assert.equal((await subject.sweep()).deleted, 1)
    await subject.requireSound()
  })
})

describe('an expired item that is damaged', () => {
  it('stays, and the others are deleted, however many are damaged', async () => {
    const subject = await expiring()
    const damagedCount = expiredBatchItemsMax + 1
    for (let i = 0; i < damagedCount; i++) {
      await subject.put(`damaged-${i}`, N(subject.nowSeconds - 9))
      await subject.damage(`damaged-${i}`)
    }
    for (let i = 0; i < 3; i++) await subject.put(`expired-${i}`, N(subject.nowSeconds - 1))
    const { deleted, entriesRead } = await subject.sweep()
    assert.deepEqual([deleted, entriesRead], [3, damagedCount + 3])
    const batch = await subject.items.deleteExpired(await subject.table(), subject.clock.now())
    assert.equal(batch.damaged.length, expiredBatchItemsMax)
    assert.match(batch.damaged[0]!.key, /^\{"pk":\{"S":"damaged-\d+"\}\}$/)
    await assert.rejects(subject.delete('damaged-0'), DamagedItem)
  })
})

describe('an item that has expired but changes before it is deleted', () => {
  /** Sweeps with a change between reading the list and deleting the items. */
  async function sweptAfter(change: (subject: ExpiringTable) => Promise<void>) {
    const subject = await expiring()
    await subject.put('item', N(subject.nowSeconds - 1), { note: { S: 'before' } })
    const late: Engine = Object.create(subject.engine) as Engine
    late.read = (reads, guards) => subject.engine.read(reads, guards)
    late.transact = async (transaction) => {
      await change(subject)
      return subject.engine.transact(transaction)
    }
    const table = await subject.table()
    const { clock } = subject
    const times = { expiredAtMs: clock.now(), stamps: clock }
    const { deleted } = await deleteExpired(late, table, times)
    await subject.requireSound()
    return { deleted, left: await subject.left() }
  }
  const kept = { deleted: 0, left: ['item'] }

  it('is kept if its expiry was postponed', async () => {
    const outcome = await sweptAfter((subject) => subject.setTtl('item', N(subject.nowSeconds + 9)))
    assert.deepEqual(outcome, kept)
  })

  it('is kept if it no longer has the attribute', async () => {
    assert.deepEqual(await sweptAfter((subject) => subject.removeTtl('item')), kept)
  })

  it('is kept if the attribute is of another type', async () => {
    assert.deepEqual(await sweptAfter((subject) => subject.setTtl('item', { S: '1' })), kept)
  })

  it('is kept if it was deleted and put again', async () => {
    const outcome = await sweptAfter(async (subject) => {
      await subject.delete('item')
      await subject.put('item')
    })
    assert.deepEqual(outcome, kept)
  })

  it('is deleted if only other attributes changed, or it expired at another time', async () => {
    const gone = { deleted: 1, left: [] }
    const touched = (subject: ExpiringTable) => subject.put('item', N(subject.nowSeconds - 1))
    assert.deepEqual(await sweptAfter(touched), gone)
    const moved = (subject: ExpiringTable) => subject.setTtl('item', N(subject.nowSeconds - 9))
    assert.deepEqual(await sweptAfter(moved), gone)
  })

  it('is not missed if another request deleted it', async () => {
    const outcome = await sweptAfter((subject) => subject.delete('item'))
    assert.deepEqual(outcome, { deleted: 0, left: [] })
  })
})

describe('the list of what expires', () => {
  it('has one entry for an item whatever is done to it', async () => {
    const subject = await expiring()
    const { expiry } = await subject.table()
    const listed = async () => {
      const range = { from: Buffer.alloc(0), to: Buffer.alloc(8, 0xff), entriesMax: 10 }
      const [page] = await subject.engine.read([{ kind: 'range', space: expiry!.space, ...range }])
      return page.entries.map(({ key }) => key.subarray(0, 8).readBigUInt64BE())
    }
    await subject.put('item', N(5))
    assert.deepEqual(await listed(), [5n])
    await subject.put('item', N(7))
    assert.deepEqual(await listed(), [7n])
    await subject.setTtl('item', { N: '6.5' })
    assert.deepEqual(await listed(), [6n])
    await subject.removeTtl('item')
    assert.deepEqual(await listed(), [])
    await subject.setTtl('item', N(8))
    assert.deepEqual(await listed(), [8n])
    await subject.delete('item')
    assert.deepEqual(await listed(), [])
  })

  it('is dropped with the setting, and created again with it', async () => {
    const subject = await expiring()
    await subject.put('item', N(subject.nowSeconds - 1))
    const { expiry } = await subject.table()
    const off = await subject.disable()
    assert.equal(off.expiry, undefined)
    await requireDropped(subject.engine, expiry!.space)
    await subject.put('other', N(subject.nowSeconds - 1))
    const on = await subject.enable()
    assert.notEqual(on.expiry!.space, expiry!.space)
    await subject.listAll()
    await subject.requireSound()
    assert.equal((await subject.sweep()).deleted, 2)
  })

  it('is dropped with the table, even while it is being built', async () => {
    for (const listed of [true, false]) {
      const subject = new ExpiringTable(await openTestEngine())
      await subject.create()
      const { expiry, account, region, name } = await subject.enable()
      if (listed) await subject.listAll()
      await subject.catalog.deleteTable({ account, region }, name, () => undefined)
      await requireDropped(subject.engine, expiry!.space)
    }
  })

  it('is left alone by other settings of the table', async () => {
    const subject = await expiring()
    const { expiry, account, region, name } = await subject.table()
    const change = { deletionProtection: true }
    const tagged = await subject.catalog.changeSetting({ account, region }, name, (definition) => {
      return { ...definition, ...change }
    })
    assert.deepEqual(tagged.expiry, expiry)
  })

  it('is compared with the items when a table is verified', async () => {
    const subject = await expiring()
    await subject.put('item', N(5))
    const table = await subject.table()
    const item = { pk: { S: 'nobody' }, ttl: N(6) }
    const key = itemKey(table.keySchema, item)
    const stray = expiryEntry(table.keySchema, table.expiry!, { item, key })!
    const faultsAfter = async (mutation: Mutation) => {
      const decide = () => ({ mutations: [mutation], result: undefined })
      await subject.engine.transact({ reads: [], decide })
      return (await verifyTable(subject.engine, table)).faults
    }
    const tooMany = 'expiring by expiry: has 2 entries, but the items imply 1'
    assert.deepEqual(await faultsAfter(stray), [tooMany])
    const { space } = stray
    assert.deepEqual(await faultsAfter({ kind: 'delete', space, key: stray.key }), [])
    const own = expiryKey(5, itemKey(table.keySchema, { pk: { S: 'item' } }))
    assert.deepEqual(await faultsAfter({ kind: 'delete', space, key: own }), [
      "expiring by expiry: an item's entry is missing or differs",
      'expiring by expiry: has 0 entries, but the items imply 1',
    ])
  })

  it('counts neither in the totals of the table nor in its sizes', async () => {
    const subject = await expiring()
    const plain = await new ExpiringTable(await openTestEngine()).create()
    for (const each of [subject, plain]) await each.put('item', N(5))
    const totals = async (each: ExpiringTable) => each.catalog.totals(await each.table())
    assert.deepEqual(await totals(subject), await totals(plain))
  })

  async function requireDropped(engine: Engine, space: number): Promise<void> {
    await assert.rejects(engine.read([{ kind: 'tally', space }]))
  }
})

describe(`whatever is written (GRAMME_SEED=${seed})`, () => {
  it('exactly the expired items are deleted by a sweep', async () => {
    const subject = await expiring()
    const chance = chanceOf(seed)
    const model = new Map<string, number | undefined>()
    const around = () => subject.nowSeconds + below(chance, 40) - 20
    for (let step = 0; step < 400; step++) {
      const pk = `item-${below(chance, 60)}`
      const seconds = oneOf(chance, [
        around(),
        around(),
        undefined,
        subject.nowSeconds - expiredForSecondsMax + below(chance, 5) - 2,
      ])
      if (chance() < 0.2) {
        await subject.delete(pk)
        model.delete(pk)
      } else {
        await subject.put(pk, seconds === undefined ? undefined : N(seconds))
        model.set(pk, seconds)
      }
      if (chance() < 0.2) subject.clock.advance(below(chance, 3000))
      if (chance() < 0.1) await sweepAndCompare(subject, model)
    }
    await sweepAndCompare(subject, model)
    await subject.requireSound()
  })

  async function sweepAndCompare(subject: ExpiringTable, model: Map<string, number | undefined>) {
    const now = subject.nowSeconds
    for (const [pk, seconds] of model) {
      if (seconds === undefined || seconds >= now || seconds < now - expiredForSecondsMax) continue
      model.delete(pk)
    }
    await subject.sweep()
    assert.deepEqual(await subject.left(), [...model.keys()].toSorted())
  }
})
