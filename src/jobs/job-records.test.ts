/** Records of long work: listed, updated, and trimmed once the work has ended. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { unfenced } from '../storage/fence.js'
import { ensureFormat, getFormat } from '../storage/format.js'
import type { JobState } from './job-record.js'
import { JobRecords } from './job-records.js'
import { endedJobsMax, endedJobsMs } from './limits.js'

const table = { account: '000000000000', region: 'us-east-1', name: 'subject' }

function update(id: string, state: JobState, updatedAtMs: number) {
  const subject = 'by-pk'
  return { id, kind: 'index build', table, subject, state, progress: 0.5, updatedAtMs } as const
}

describe('records of jobs', () => {
  it('keep the time of their first update', async () => {
    const records = new JobRecords(await openTestEngine())
    await records.save(update('b', 'running', 10), unfenced)
    await records.save(update('a', 'running', 20), unfenced)
    await records.save(update('b', 'done', 30), unfenced)
    const listed = (await records.list()).map((record) => {
      return [record.id, record.state, record.createdAtMs, record.updatedAtMs]
    })
    assert.deepEqual(listed, [
      ['b', 'done', 10, 30],
      ['a', 'running', 20, 20],
    ])
  })

  it('raise the format version of the store when the first is written', async () => {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    const revision = async () => {
      const [mark] = await engine.read([getFormat()])
      return (JSON.parse(mark!.toString()) as { job?: number }).job
    }
    assert.equal(await revision(), undefined)
    await new JobRecords(engine).save(update('a', 'running', 1), unfenced)
    assert.equal(await revision(), 1)
    await ensureFormat(engine)
  })

  it('are deleted when they ended long ago, or before many others', async () => {
    const records = new JobRecords(await openTestEngine())
    await records.save(update('running', 'running', 1), unfenced)
    await records.save(update('old', 'done', 1), unfenced)
    for (let i = 0; i < endedJobsMax; i++) {
      await records.save(update(`ended-${i}`, i === 0 ? 'failed' : 'done', i + 2), unfenced)
    }
    await records.trim(endedJobsMs, unfenced)
    assert.equal((await records.list()).length, endedJobsMax + 1)
    await records.trim(endedJobsMs + 4, unfenced)
    const left = (await records.list()).map(({ id }) => id)
    assert.deepEqual(left.slice(0, 2), ['running', 'ended-2'])
    assert.equal(left.length, endedJobsMax - 1)
  })
})
