/** What is recorded of replicas that are filled. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobProgressIntervalMs } from '../jobs/limits.js'
import { JobRecords } from '../jobs/job-records.js'
import { unfenced } from '../storage/fence.js'
import { FillRecords } from './fill-records.js'
import { replicationBatchEntriesMax, replicationBatchesAtOnceMax } from './limits.js'
import { withoutMember } from './members.js'
import { Regions } from './regions-suite.js'

const [east, west] = ['us-east-1', 'us-west-2'] as const

async function open() {
  const regions = await Regions.open(east)
  const { engine, clock } = regions
  const records = new JobRecords(engine)
  const fills = new FillRecords({ engine, clock, records })
  await regions.add(west)
  const group = await regions.group()
  const member = group.members.find(({ region }) => region === west)!
  const shown = async () => {
    const [record] = await records.list()
    return [record?.kind, record?.state, record?.progress, record?.reason]
  }
  return { regions, fills, group, member, shown }
}

describe('the record of a replica', () => {
  it('has its progress from time to time, and its end', async () => {
    const { regions, fills, group, member, shown } = await open()
    await fills.note(group, member, 0.25, unfenced)
    assert.deepEqual(await shown(), ['replica fill', 'running', 0.25, undefined])
    regions.clock.advance(jobProgressIntervalMs - 1)
    await fills.note(group, member, 0.5, unfenced)
    assert.deepEqual(await shown(), ['replica fill', 'running', 0.25, undefined])
    regions.clock.advance(1)
    await fills.note(group, member, 0.5, unfenced)
    assert.deepEqual(await shown(), ['replica fill', 'running', 0.5, undefined])
    await fills.end(group, member, unfenced)
    assert.deepEqual(await shown(), ['replica fill', 'done', 1, undefined])
  })

  it('ends with the replica, whoever has removed or finished it', async () => {
    for (const isRemoved of [true, false]) {
      const { regions, fills, group, member, shown } = await open()
      await fills.note(group, member, 0.5, unfenced)
      await fills.endAbandoned(unfenced)
      assert.deepEqual(await shown(), ['replica fill', 'running', 0.5, undefined])
      if (isRemoved) await regions.putGroup(withoutMember(group, member))
      else await regions.fill(west)
      await fills.endAbandoned(unfenced)
      const removed = ['replica fill', 'failed', 0.5, 'the replica was removed']
      assert.deepEqual(await shown(), isRemoved ? removed : ['replica fill', 'done', 1, undefined])
    }
  })

  it('knows how much of the items is there', async () => {
    const { regions } = await open()
    await regions.putMany(east, 2 * replicationBatchEntriesMax * replicationBatchesAtOnceMax)
    const { kind, copiedPart = 0 } = await regions.fillStep(west)
    assert.equal(kind, 'copying')
    assert.ok(copiedPart > 0.4 && copiedPart < 0.6, String(copiedPart))
  })
})
