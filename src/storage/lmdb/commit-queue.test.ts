import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StorageError } from '../errors.js'
import { withFolder } from './child-process-suite.js'
import { CommitQueue, type GroupLimits, WriteFailure } from './commit-queue.js'
import { type LmdbDatabase, openLmdbDatabase } from './database.js'

const one = { mutations: 1, bytes: 10 }
const durationMsMax = Infinity

describe('commit queue', () => {
  it('shares commits among jobs, up to the limits', () =>
    withQueue({ mutationsMax: 20, bytesMax: 150, durationMsMax }, async (queue, groups) => {
      const jobs = Array.from({ length: 100 }, (_, n) =>
        queue.submit(() => ({ result: n, weight: one })),
      )
      assert.deepEqual(await Promise.all(jobs), [...jobs.keys()])
      // Fifteen jobs reach the limit of bytes before twenty reach that of mutations.
      assert.equal(groups.count, 7)
    }))

  it('ends a group with the job that reaches its time', async () => {
    let nowMs = 0
    const limits = { mutationsMax: 100, bytesMax: 1e6, durationMsMax: 12, now: () => nowMs }
    await withQueue(limits, async (queue, groups) => {
      const takes = (durationMs: number) =>
        queue.submit(() => {
          nowMs += durationMs
          return { result: groups.count, weight: one }
        })
      const groupsOf = await Promise.all([3, 4, 4, 1, 11, 50, 1].map(takes))
      assert.deepEqual(groupsOf, [1, 1, 1, 1, 2, 2, 3])
    })
  })

  it('fails a job that throws alone', () =>
    withQueue({ mutationsMax: 100, bytesMax: 1e6, durationMsMax }, async (queue) => {
      const own = new Error('own')
      const jobs = [
        queue.submit(() => ({ result: 1, weight: one })),
        queue.submit(() => {
          throw own
        }),
        queue.submit(() => ({ result: 3, weight: one })),
      ]
      const [first, second, third] = await Promise.allSettled(jobs)
      assert.equal(first?.status, 'fulfilled')
      assert.deepEqual(second, { status: 'rejected', reason: own })
      assert.equal(third?.status, 'fulfilled')
    }))

  it('fails a group that may not begin, and tries the next', () =>
    withQueue({ mutationsMax: 100, bytesMax: 1e6, durationMsMax }, async (queue, groups) => {
      const refusal = new StorageError('unavailable', 'not now')
      groups.refusal = refusal
      const jobs = [1, 2].map((n) => queue.submit(() => ({ result: n, weight: one })))
      for (const job of jobs) await assert.rejects(job, (error) => error === refusal)
      groups.refusal = undefined
      assert.equal(await queue.submit(() => ({ result: 3, weight: one })), 3)
    }))

  it('accepts no more writes if half a transaction was ever committed', () =>
    withQueue({ mutationsMax: 100, bytesMax: 1e6, durationMsMax }, async (queue) => {
      const corrupt = (error: unknown) =>
        error instanceof StorageError && error.kind === 'corruption'
      const jobs = [
        queue.submit(() => ({ result: 1, weight: one })),
        queue.submit(() => {
          throw new WriteFailure('made up')
        }),
      ]
      for (const job of jobs) await assert.rejects(job, corrupt)
      await assert.rejects(
        queue.submit(() => ({ result: 1, weight: one })),
        corrupt,
      )
      await queue.drained()
    }))
})

interface Groups {
  count: number
  refusal: Error | undefined
}

async function withQueue(
  limits: GroupLimits,
  test: (queue: CommitQueue, groups: Groups, database: LmdbDatabase) => Promise<void>,
): Promise<void> {
  await withFolder(async (dataDir) => {
    const database = openLmdbDatabase(dataDir, 'durable')
    const groups: Groups = { count: 0, refusal: undefined }
    const begin = () => {
      groups.count++
      if (groups.refusal !== undefined) throw groups.refusal
    }
    await test(new CommitQueue(database, { begin, end: () => {} }, limits), groups, database)
    await database.close()
  })
}
