import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GlobalTable, GroupMember, SharedSettings } from './global-table.js'
import { isAllElsewhere, joinedGroup, mergedGroup, otherHomes } from './merge-groups.js'

function member(id: string, given: Partial<GroupMember> = {}): GroupMember {
  const times = { addedAtMs: Number(id), stateSinceMs: 0 }
  const base = { id, account: '000000000000', region: `region-${id}`, state: 'active' } as const
  return { ...base, ...times, ...given }
}

function group(members: readonly GroupMember[], settings?: SharedSettings): GlobalTable {
  const names = { id: 'g', tableName: 'orders', consistency: 'eventual' } as const
  return { ...names, createdAtMs: 0, config: 1, members, ...(settings && { settings }) }
}

const at = (home: string) => ({ isElsewhere: true, home }) as const

describe('copies of a global table', () => {
  it('take over what the home of a member says, and only that', () => {
    const own = group([member('1'), member('2', { ...at('b'), state: 'filling' })])
    const told = group([member('1', { ...at('a'), state: 'leaving' }), member('2')])
    const merged = mergedGroup(own, { deploymentId: 'b', group: told })
    assert.deepEqual(merged.members, [member('1'), member('2', at('b'))])
    assert.equal(mergedGroup(merged, { deploymentId: 'b', group: told }), merged)
  })

  it('drop members whose home has them no more, but not those of others', () => {
    const own = group([member('1'), member('2', at('b')), member('3', at('c'))])
    const merged = mergedGroup(own, { deploymentId: 'b', group: undefined })
    assert.deepEqual(merged.members, [member('1'), member('3', at('c'))])
  })

  it('keep a member that nobody was asked for yet', () => {
    const asked = member('2', { isElsewhere: true, state: 'adding' })
    const own = group([member('1'), asked])
    assert.equal(mergedGroup(own, { deploymentId: 'b', group: undefined }), own)
  })

  it('learn of new members from their home, in the order in which they came', () => {
    const own = group([member('1'), member('3', at('c'))])
    const told = group([member('1', at('a')), member('2'), member('4', at('d'))])
    const merged = mergedGroup(own, { deploymentId: 'b', group: told })
    assert.deepEqual(
      merged.members.map(({ id }) => id),
      ['1', '2', '3'],
    )
  })

  it('do not believe in a second member of a region', () => {
    const own = group([member('1')])
    const told = group([member('2', { region: 'region-1' })])
    assert.equal(mergedGroup(own, { deploymentId: 'b', group: told }), own)
  })

  it('agree on one of two changes of settings, and who had the other follows again', () => {
    const [a, b] = [member('1', { settingsRevision: 2 }), member('2', { settingsRevision: 2 })]
    const here = group([a, { ...b, ...at('b') }], { revision: 2, from: '1' })
    const there = group([{ ...a, ...at('a') }, b], { revision: 2, from: '2' })
    const merged = mergedGroup(here, { deploymentId: 'b', group: there })
    assert.deepEqual(merged.settings, { revision: 2, from: '2' })
    assert.deepEqual(
      merged.members.map(({ settingsRevision }) => settingsRevision),
      [1, 2],
    )
    const back = mergedGroup(there, { deploymentId: 'a', group: merged })
    assert.deepEqual(back.settings, merged.settings)
    assert.equal(back.members[0]!.settingsRevision, 1)
  })

  it('are made for a deployment that is asked to have a member', () => {
    const wanted = member('3', { isElsewhere: true, state: 'adding' })
    const asking = group([member('1'), member('2', at('c')), wanted])
    const joined = joinedGroup(undefined, { deploymentId: 'a', group: asking }, '3')!
    const mine = member('3', { state: 'adding' })
    assert.deepEqual(joined.members, [member('1', at('a')), member('2', at('c')), mine])
    assert.deepEqual(
      otherHomes(joined).map(({ home }) => home),
      ['a', 'c'],
    )
    assert.equal(isAllElsewhere(joined), false)
    assert.equal(joinedGroup(undefined, { deploymentId: 'a', group: asking }, '9'), undefined)
  })
})
