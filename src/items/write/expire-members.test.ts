/** Which region of a global table deletes an item that has expired, and with which version. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../../test/support/engines.js'
import type { Item } from '../../model/item.js'
import { zeroVersion } from '../../model/version.js'
import { itemKey } from '../../storage/keyspace.js'
import { expiredBatchItemsMax, expiryGraceMs } from '../limits.js'
import { keyOf, memberDraft, MemberTable } from '../member-suite.js'
import type { ExpiredBatch } from './delete-expired.js'

/** Its items expire by the attribute `ttl`. An early item is put before it becomes a member. */
async function expiringMember(region: string, early?: Item): Promise<MemberTable> {
  const member = await new MemberTable(await openTestEngine(), region).create()
  if (early !== undefined) await member.put('a', early)
  await member.join()
  const timeToLive = { enabled: true, attribute: 'ttl', changedAtMs: member.clock.now() }
  const change = (definition: object) => ({ ...definition, timeToLive })
  await member.catalog.changeSetting(member.scope, memberDraft.name, change as never)
  const table = await member.table()
  while (!(await member.items.backfill(table, table.expiry!)));
  await member.catalog.finishBuild(table, table.expiry!)
  return member
}

function expiringAt(ms: number): Item {
  return { ttl: { N: String(Math.floor(ms / 1000)) } }
}

async function sweep(member: MemberTable, after?: Buffer): Promise<ExpiredBatch> {
  const nowMs = member.clock.now()
  return member.items.deleteExpired(await member.table(), nowMs, undefined, after)
}

describe('items of a global table that have expired', () => {
  it('are deleted at once where they were written last, with the version after theirs', async () => {
    const member = await expiringMember('us-east-1')
    const wrote = member.clock.now()
    await member.put('a', expiringAt(wrote + 10_000))
    member.clock.advance(20_000)
    assert.deepEqual((await sweep(member)).deleted, 1)
    const [found] = [...(await member.versions()).values()]
    assert.deepEqual(found, {
      version: { ms: wrote, counter: 1, region: 'us-east-1' },
      isDeleted: true,
    })
    const [, removal] = await member.logged()
    assert.deepEqual([removal!.kind, removal!.origin], ['remove', 'expiry'])
    assert.deepEqual(removal!.version, { ms: wrote, counter: 1 })
    await member.requireSound()
  })

  it('are kept by a later write of another region', async () => {
    const member = await expiringMember('us-east-1')
    const wrote = member.clock.now()
    await member.put('a', expiringAt(wrote + 10_000))
    member.clock.advance(20_000)
    await sweep(member)
    const other = await expiringMember('eu-west-1')
    other.clock.advance(5_000)
    await other.put('a', expiringAt(wrote + 90_000))
    await other.apply(await member.outgoing())
    await member.apply(await other.outgoing())
    assert.deepEqual((await member.contents())[0], (await other.contents())[0])
    assert.equal((await member.contents())[0]!.length, 1)
  })

  it('are deleted elsewhere only if the deletion does not come', async () => {
    const source = await expiringMember('us-east-1')
    const expiresMs = source.clock.now() + 10_000
    await source.put('a', expiringAt(expiresMs))
    const member = await expiringMember('eu-west-1')
    await member.apply(await source.outgoing())
    member.clock.advance(10_000 + expiryGraceMs)
    const { deleted, waiting, after } = await sweep(member)
    assert.deepEqual([deleted, waiting], [0, 1])
    assert.equal((await sweep(member, after)).entriesRead, 0)
    member.clock.advance(1000)
    assert.equal((await sweep(member)).deleted, 1)
    await member.requireSound()
  })

  it('do not hold up those behind them', async () => {
    const member = await expiringMember('eu-west-1')
    const expiresMs = member.clock.now() + 1000
    const count = 2 * expiredBatchItemsMax
    const json = (pk: string) => JSON.stringify({ ...keyOf(pk), ...expiringAt(expiresMs) })
    await member.apply(
      Array.from({ length: count }, (_, i) => ({
        version: { ms: 5, counter: i, region: 'us-east-1' },
        key: itemKey(memberDraft.keySchema, keyOf(`theirs-${i}`)),
        item: { json: Buffer.from(json(`theirs-${i}`)), sizeBytes: 50 },
        atMs: 5,
        origin: 'client' as const,
      })),
    )
    await member.put('mine', expiringAt(expiresMs + 1000))
    member.clock.advance(10_000)
    let [deleted, waiting, after]: [number, number, Buffer | undefined] = [0, 0, undefined]
    for (let more = true; more;) {
      const batch = await sweep(member, after)
      ;({ more, after } = batch)
      deleted += batch.deleted
      waiting += batch.waiting
    }
    assert.deepEqual([deleted, waiting], [1, count])
  })

  it('of before the table had other regions are deleted first where they were written', async () => {
    const item = expiringAt(Date.UTC(2026, 0, 1) + 1000)
    const member = await expiringMember('us-east-1', item)
    member.clock.advance(10_000)
    assert.equal((await sweep(member)).deleted, 1)
    assert.deepEqual([...(await member.versions()).values()][0]!.version, {
      ...zeroVersion,
      counter: 1,
      region: 'us-east-1',
    })
    const copy = await expiringMember('eu-west-1')
    const whole = Buffer.from(JSON.stringify({ ...keyOf('a'), ...item }))
    await copy.apply(
      [
        {
          version: zeroVersion,
          key: itemKey(memberDraft.keySchema, keyOf('a')),
          item: { json: whole, sizeBytes: 30 },
          atMs: 0,
          origin: 'client',
        },
      ],
      false,
    )
    copy.clock.advance(10_000)
    assert.equal((await sweep(copy)).waiting, 1)
  })
})
