/** What writes of a member of a global table leave behind: versions, and changes that have them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../../test/support/engines.js'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { isLater, type Version } from '../../model/version.js'
import { unfenced } from '../../storage/fence.js'
import { itemKey } from '../../storage/keyspace.js'
import { keyOf, memberDraft, MemberTable } from '../member-suite.js'
import type { ItemVersion } from './item-version.js'
import { raiseVersionFloor } from './version-floor.js'
import type { WriteAction } from './write.js'

async function versionOf(member: MemberTable, pk: string): Promise<ItemVersion | undefined> {
  const key = itemKey(memberDraft.keySchema, keyOf(pk))
  return (await member.versions()).get(key.toString('hex'))
}

function putOf(pk: string, other: Item = {}) {
  const item = { ...keyOf(pk), ...other }
  return { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
}

describe('a write of a member of a global table', () => {
  it('gives its item the version of its time and region, and logs it', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.put('a', { note: { S: 'one' } })
    const version = { ms: member.clock.now(), counter: 0, region: 'us-east-1' }
    assert.deepEqual(await versionOf(member, 'a'), { version, isDeleted: false })
    const [change] = await member.logged()
    assert.equal(change!.kind, 'insert')
    assert.deepEqual(change!.version, { ms: version.ms, counter: 0 })
    await member.requireSound()
  })

  it('is above the version that was there, and above the bound, whatever the clock says', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const start = member.clock.now()
    await member.put('a')
    await member.put('a', { note: { S: 'again' } })
    const second = (await versionOf(member, 'a'))!.version
    assert.deepEqual(second, { ms: start, counter: 1, region: 'us-east-1' })
    const floor = { ms: start + 60_000, counter: 7, region: 'us-east-1' }
    await raiseVersionFloor(member.engine, await member.table(), floor, unfenced)
    await member.put('b')
    const third = (await versionOf(member, 'b'))!.version
    assert.deepEqual(third, { ...floor, counter: 8 })
    const lower = await raiseVersionFloor(member.engine, await member.table(), second, unfenced)
    assert.deepEqual(lower, floor)
  })

  it('keeps the version of what it deletes, even if that was not there', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.put('a')
    await member.delete('a')
    await member.delete('never')
    for (const pk of ['a', 'never']) {
      assert.ok((await versionOf(member, pk))!.isDeleted)
    }
    const kinds = (await member.logged()).map(({ kind }) => kind)
    assert.deepEqual(kinds.toSorted(), ['insert', 'remove', 'renew'])
    await member.put('a')
    assert.equal((await versionOf(member, 'a'))!.isDeleted, false)
    await member.requireSound()
  })

  it('renews the version of an item that it leaves as it was, and nobody is shown that', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.put('a', { note: { S: 'same' } })
    const first = (await versionOf(member, 'a'))!.version
    await member.put('a', { note: { S: 'same' } })
    assert.ok(isLater((await versionOf(member, 'a'))!.version, first))
    const logged = await member.logged()
    assert.deepEqual(
      logged.map(({ kind }) => kind),
      ['insert', 'renew'],
    )
    assert.ok(logged[1]!.after !== undefined && logged[1]!.before === undefined)
  })

  it('is the same in batches and transactions; a check leaves the version alone', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const table = await member.table()
    await member.items.batchWrite([
      { table, action: putOf('a') },
      { table, action: { kind: 'delete', key: keyOf('b') } },
    ])
    const write = (action: WriteAction) => ({ table, write: { action } })
    await member.items.writeEach([write(putOf('c')), write(putOf('d'))], [table])
    const before = (await versionOf(member, 'a'))!.version
    await member.items.transactWrite([
      write({ kind: 'check', key: keyOf('a') }),
      write(putOf('c', { note: { S: 'new' } })),
    ])
    const versions = await member.versions()
    assert.equal(versions.size, 4)
    assert.deepEqual((await versionOf(member, 'a'))!.version, before)
    assert.deepEqual((await versionOf(member, 'c'))!.version.counter, 1)
    const stamped = (await member.logged()).filter(({ version }) => version !== undefined)
    assert.equal(stamped.length, 5)
    await member.requireSound()
  })

  it('has no versions once its table has left, and none from before it joined', async () => {
    const member = await new MemberTable(await openTestEngine()).create()
    await member.put('early')
    await member.join()
    assert.equal((await member.versions()).size, 0)
    await member.put('late')
    const { versions } = await member.table()
    const left = await member.leave()
    assert.equal(left.versions, undefined)
    assert.equal(
      left.derived.some(({ kind }) => kind === 'versions'),
      false,
    )
    const spaces = await member.engine.spaces()
    assert.equal(
      spaces.some(({ space }) => space === versions!.space),
      false,
    )
    await member.put('later')
    await member.join()
    assert.equal((await member.versions()).size, 0)
    await member.requireSound()
  })

  it('loses nothing of its order after 65,536 writes of one moment', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const ms = member.clock.now()
    const last: Version = { ms, counter: 65_535, region: 'us-east-1' }
    await raiseVersionFloor(member.engine, await member.table(), last, unfenced)
    await member.put('a')
    assert.deepEqual((await versionOf(member, 'a'))!.version, {
      ms: ms + 1,
      counter: 0,
      region: 'us-east-1',
    })
  })
})
