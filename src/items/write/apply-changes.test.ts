/** Changes of other regions: whatever the order in which they come, the later version is what stays. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, seed, someOf, type Chance } from '../../../test/support/chance.js'
import { memoryEngine, openTestEngine } from '../../../test/support/engines.js'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { isLater, zeroVersion, type Version } from '../../model/version.js'
import { systemSpace } from '../../storage/engine.js'
import { unfenced } from '../../storage/fence.js'
import { itemKey } from '../../storage/keyspace.js'
import { keyOf, memberDraft, MemberTable } from '../member-suite.js'
import type { IncomingChange } from './incoming-change.js'

function imageOf(item: Item) {
  return { json: Buffer.from(JSON.stringify(item)), sizeBytes: itemSizeBytes(item) }
}

function change(pk: string, version: Partial<Version>, other: Item | undefined): IncomingChange {
  const key = itemKey(memberDraft.keySchema, keyOf(pk))
  const item = other && imageOf({ ...keyOf(pk), ...other })
  const made = { ms: 1000, counter: 0, region: 'eu-west-1', ...version }
  return { version: made, key, item, atMs: made.ms, origin: 'client' }
}

describe('changes of another region', () => {
  it('are applied if they are later, and leave no trace otherwise', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const put = change('a', { ms: 5 }, { note: { S: 'five' }, group: { S: 'g' } })
    assert.deepEqual(await member.apply([put]), { applied: 1, lost: 0, duplicate: 0 })
    assert.deepEqual(await member.apply([put]), { applied: 0, lost: 0, duplicate: 1 })
    const older = change('a', { ms: 4 }, { note: { S: 'four' } })
    assert.deepEqual(await member.apply([older]), { applied: 0, lost: 1, duplicate: 0 })
    const gone = change('a', { ms: 6 }, undefined)
    assert.deepEqual(await member.apply([gone]), { applied: 1, lost: 0, duplicate: 0 })
    assert.deepEqual(await member.apply([put]), { applied: 0, lost: 1, duplicate: 0 })
    const logged = await member.logged()
    assert.deepEqual(
      logged.map(({ kind, origin, version, atMs }) => ({ kind, origin, version, atMs })),
      ['insert', 'remove'].map((kind) => {
        return { kind, origin: 'replica', version: undefined, atMs: member.clock.now() }
      }),
    )
    assert.deepEqual(await member.outgoing(), [])
    await member.requireSound()
  })

  it('are shown one by one if several of an item come together', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.put('a', { note: { S: 'here' } })
    const later = member.clock.now() + 1
    const counts = await member.apply([
      change('a', { ms: later }, { note: { S: 'one' }, group: { S: 'g' } }),
      change('a', { ms: later, counter: 1 }, undefined),
      change('a', { ms: later, counter: 1 }, undefined),
      change('a', { ms: later, counter: 2 }, { note: { S: 'two' }, group: { S: 'h' } }),
      change('a', { ms: 3 }, { note: { S: 'old' } }),
    ])
    assert.deepEqual(counts, { applied: 3, lost: 1, duplicate: 1 })
    const kinds = (await member.logged()).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['insert', 'modify', 'remove', 'insert'])
    await member.requireSound()
  })

  it('are not shown if they leave the item as it was, or are those of a first copy', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.apply([change('a', { ms: 5 }, { note: { S: 'same' } })], false)
    await member.apply([change('a', { ms: 6 }, { note: { S: 'same' } })])
    await member.apply([change('b', { ms: 6 }, undefined)])
    assert.deepEqual(await member.logged(), [])
    assert.equal((await member.versions()).size, 2)
    await member.requireSound()
  })

  it('are copied without a version only where nothing is known of the item', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    await member.put('here', { note: { S: 'mine' } })
    const counts = await member.apply([
      change('new', zeroVersion, { note: { S: 'first' } }),
      change('new', zeroVersion, { note: { S: 'first' } }),
      change('here', zeroVersion, { note: { S: 'first' } }),
    ])
    assert.deepEqual(counts, { applied: 1, lost: 1, duplicate: 1 })
    await member.requireSound()
  })

  it('are left out of an index that cannot hold them', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const counts = await member.apply([
      change('a', { ms: 5 }, { group: { S: '' } }),
      change('b', { ms: 5 }, { group: { N: '1' } }),
      change('c', { ms: 5 }, { group: { S: 'g'.repeat(2000) } }),
    ])
    assert.equal(counts.applied, 3)
    await member.requireSound()
  })

  it('commit with what their reader stores, even if all of them are lost', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    const key = Buffer.of(0xfe, 1)
    const cursor = { kind: 'put', space: systemSpace, key, value: Buffer.of(1) } as const
    const options = { fence: unfenced, mutations: [cursor], logs: true }
    await member.put('a')
    const lost = [change('a', { ms: 1 }, {})]
    const counts = await member.items.applyChanges(await member.table(), lost, options)
    assert.deepEqual(counts, { applied: 0, lost: 1, duplicate: 0 })
    const [stored] = await member.engine.read([{ kind: 'get', space: systemSpace, key }])
    assert.deepEqual(stored, Buffer.of(1))
  })
})

/** Changes of a few items from some regions, each region's in the order in which it made them. */
function someChanges(chance: Chance): readonly IncomingChange[] {
  const changes: IncomingChange[] = []
  for (const region of ['ap-south-1', 'eu-west-1', 'us-west-2']) {
    for (let counter = 0, ms = 1000; counter < 15; counter++) {
      ms += below(chance, 3)
      const item = { note: { S: `${region} ${counter}` }, group: { S: `g${below(chance, 3)}` } }
      const other = chance() < 0.3 ? undefined : item
      changes.push(change(`item-${below(chance, 4)}`, { ms, counter, region }, other))
    }
  }
  return changes
}

function batches<T>(chance: Chance, list: readonly T[]): readonly (readonly T[])[] {
  const all: T[][] = []
  for (let at = 0; at < list.length;) {
    const size = 1 + below(chance, 9)
    all.push(list.slice(at, at + size))
    at += size
  }
  return all
}

describe(`changes that come in any order (GRAMME_SEED=${seed})`, () => {
  const rounds = 40

  it('leave the same items, versions and index entries', async () => {
    const chance = chanceOf(seed)
    for (let round = 0; round < rounds; round++) {
      const changes = someChanges(chance)
      const latest = await new MemberTable(memoryEngine()).createMember()
      await latest.apply(winners(changes))
      const expected = await latest.contents()
      const member = await new MemberTable(memoryEngine()).createMember()
      const arriving = [...changes, ...changes.filter(() => chance() < 0.3)]
      for (const batch of batches(chance, someOf(chance, arriving, arriving.length))) {
        await member.apply(batch)
      }
      assert.deepEqual(await member.contents(), expected, `round ${round}`)
      await member.requireSound()
      await requireReplayable(member)
    }
  })

  it('leave the same bytes on every engine', async () => {
    const changes = someChanges(chanceOf(seed))
    const members = [
      await new MemberTable(await openTestEngine()).createMember(),
      await new MemberTable(memoryEngine()).createMember(),
    ]
    for (const member of members) {
      await member.put('item-1', { note: { S: 'here' } })
      for (const batch of batches(chanceOf(seed), changes)) await member.apply(batch)
      await member.delete('item-2')
      await member.put('item-3', { group: { S: 'g1' } })
    }
    assert.deepEqual(await members[0]!.contents(), await members[1]!.contents())
    assert.deepEqual(await members[0]!.logged(), await members[1]!.logged())
  })

  function winners(changes: readonly IncomingChange[]): readonly IncomingChange[] {
    const byKey = new Map<string, IncomingChange>()
    for (const each of changes) {
      const key = each.key.toString('hex')
      const known = byKey.get(key)
      if (known === undefined || isLater(each.version, known.version)) byKey.set(key, each)
    }
    return [...byKey.values()]
  }

  /** Each change begins with what the one before has left, and the last one with what is there. */
  async function requireReplayable(member: MemberTable): Promise<void> {
    const state = new Map<string, string | undefined>()
    const textOf = (part: { readonly json: Uint8Array } | undefined) =>
      part && Buffer.from(part.json).toString()
    for (const { key, before, after } of await member.shown()) {
      assert.equal(textOf(before), state.get(textOf(key)!))
      state.set(textOf(key)!, textOf(after))
    }
    const table = await member.table()
    for (const [key, json] of state) {
      const { item } = await member.items.get(table, JSON.parse(key) as Item, true)
      assert.equal(item && Buffer.from(item.json.bytes).toString(), json)
    }
  }
})
