/** AWS: what is restored from a member of a global table is a table of one region. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { restoredTable } from '../catalog/rules/restored-table.js'
import { MemberTable, memberDraft } from '../items/member-suite.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { unfenced } from '../storage/fence.js'
import { savedTable } from './saved-table.js'
import { backUpTable, restoreWholeTable } from './whole-tables.js'

async function someMember(): Promise<MemberTable> {
  const member = await new MemberTable(memoryEngine()).createMember()
  for (let i = 0; i < 5; i++) await member.put(`item-${i}`, { group: { S: 'g' } })
  await member.delete('item-3')
  return member
}

describe('a backup of a member of a global table', () => {
  it('has its items and not its place among the regions', async () => {
    const member = await someMember()
    const { name } = memberDraft
    const table = (await member.catalog.loadTable(member.scope, name))!
    const kept = Object.keys(savedTable(table))
    assert.ok(!kept.includes('replica') && !kept.includes('versions'))
    const store = new MemoryObjectStore(new VirtualClock())
    await store.createBucket('backups')
    const place = { store, bucket: 'backups', prefix: '' }
    const run = { ticket: '01791504762511-2779fadd', createdAtMs: 5, onProgress: () => undefined }
    const backup = await backUpTable(member.engine, place, table, run)
    const other = new MemberTable(memoryEngine())
    const target = { ...other, fence: unfenced, log: silentLog }
    await restoreWholeTable(target, place, backup, () => undefined)
    const restored = await other.table()
    assert.deepEqual([restored.replica, restored.versions], [undefined, undefined])
    const items = (contents: readonly (readonly string[])[]) => contents.slice(0, 3)
    assert.deepEqual(items(await other.contents()), items(await member.contents()))
    await other.put('item-3')
    await other.requireSound()
  })

  it('is restored by clients without it, too', async () => {
    const member = await someMember()
    const table = (await member.catalog.loadTable(member.scope, memberDraft.name))!
    const target = { ...member.scope, name: 'restored', nowMs: member.clock.now() }
    const draft = restoredTable(table, {}, target)
    assert.ok(!('replica' in draft) && !('versions' in draft))
  })
})
