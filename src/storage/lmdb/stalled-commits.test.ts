import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageError } from '../errors.js'
import { printed, programOutcome, startProgram, withFolder } from './child-process-suite.js'
import { CommitQueue } from './commit-queue.js'
import type { LmdbDatabase } from './database.js'

const stalledAfterMs = 40
const limits = { mutationsMax: 100, bytesMax: 1e6, durationMsMax: Infinity, stalledAfterMs }

describe('a commit that takes too long', () => {
  it('fails its jobs and refuses others, and the queue goes on once it completes', async () => {
    const { disk, queue, put } = stallableQueue()
    await assert.rejects(put(1), isUnavailable)
    await assert.rejects(put(2), isUnavailable)
    assert.ok(isUnavailable(queue.refusal))
    await queue.drained()
    disk.complete()
    await sleep(1)
    assert.equal(queue.refusal, undefined)
    assert.deepEqual(await Promise.all([disk.completing(put(3)), put(4)]), [3, 4])
    assert.deepEqual(disk.ran, [1, 3, 4])
  })

  it('fails whoever waited behind it, and runs none of them later', async () => {
    const { disk, put } = stallableQueue()
    const first = put(1)
    await sleep(1)
    const behind = [put(2), put(3)]
    for (const job of [first, ...behind]) await assert.rejects(job, isUnavailable)
    disk.complete()
    await sleep(1)
    assert.equal(await disk.completing(put(4)), 4)
    assert.deepEqual(disk.ran, [1, 4])
  })

  it('lets the next one be tried if it failed late, as after a full disk', async () => {
    const { disk, queue, put } = stallableQueue()
    await assert.rejects(put(1), isUnavailable)
    disk.fail()
    await sleep(1)
    assert.equal(queue.refusal, undefined)
    assert.equal(await disk.completing(put(2)), 2)
  })

  it('refuses writes for good if it failed late and the file cannot be read any more', async () => {
    const { disk, queue, put } = stallableQueue()
    await assert.rejects(put(1), isUnavailable)
    disk.readable = false
    disk.fail()
    await sleep(1)
    await assert.rejects(put(2), isUnavailable)
    await queue.drained()
  })

  it('stalls again if the next commit hangs too', async () => {
    const { disk, put } = stallableQueue()
    await assert.rejects(put(1), isUnavailable)
    disk.complete()
    await sleep(1)
    await assert.rejects(put(2), isUnavailable)
  })

  it('is not assumed after one look too late: what completed meanwhile is heard of first', async () => {
    const { disk, queue, put } = stallableQueue()
    const job = put(1)
    await sleep(1)
    // As after a suspension: timers are overdue, and the news of the commit comes after them, in the
    // next round of the event loop.
    setImmediate(() => setImmediate(() => disk.complete()))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * stalledAfterMs)
    assert.equal(await job, 1)
    assert.equal(queue.refusal, undefined)
  })

  // Whether a commit is in progress at that moment is chance: the test before this one makes sure.
  it('is not assumed after the process was suspended: every write succeeds', () =>
    withFolder(async (dataDir) => {
      const child = startProgram(dataDir, writers)
      const ended = programOutcome(child)
      await printed(child, 'acked 100\n').catch(async (error: unknown) => {
        throw new Error(`It has said: ${(await ended).errors}`, { cause: error })
      })
      child.kill('SIGSTOP')
      await sleep(1000)
      // Again and again: a system that is busy enough may lose the first.
      const waking = setInterval(() => child.kill('SIGCONT'), 100)
      const { output, errors } = await ended.finally(() => clearInterval(waking))
      assert.match(output, /failed 0\n$/, errors)
    }))
})

/** Writes from eight clients for some time after it was suspended, by a clock that nobody sets. */
const writers = `
  const engine = await openLmdbEngine({ dataDir, durability: 'durable', stalledAfterMs: 300 })
  const write = (n) => engine.transact({ reads: [], decide: () => ({ result: n, mutations: [
    { kind: 'put', space: 0, key: Buffer.from('k' + n), value: Buffer.from(String(n)) } ] }) })
  console.error('opened')
  let [failed, acked, wokenAt, last] = [0, 0, undefined, performance.now()]
  const client = async (n) => {
    while (wokenAt === undefined || performance.now() < wokenAt + 500) {
      if (performance.now() - last > 500) wokenAt ??= performance.now()
      last = performance.now()
      await write(n).then(() => { if (++acked === 100) console.log('acked 100') }, () => failed++)
      // A refusal comes at once: without a pause nothing else would ever run.
      if (failed > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(client))
  console.error(\`written: \${acked} acked, \${failed} failed\`)
  await engine.ping()
  await engine.close()
  console.error('closed')
  console.log('failed ' + failed)`

function isUnavailable(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unavailable'
}

function stallableQueue() {
  const disk = new FakeDisk()
  const hooks = { begin: () => {}, end: () => {} }
  const queue = new CommitQueue(disk as unknown as LmdbDatabase, hooks, limits)
  const put = (n: number) =>
    queue.submit(() => {
      disk.ran.push(n)
      return { result: n, weight: { mutations: 1, bytes: 1 } }
    })
  return { disk, queue, put }
}

/** Runs one transaction at a time, as LMDB does; each commit lasts until the test ends it. */
class FakeDisk {
  readonly ran: number[] = []
  readable = true
  #busy = Promise.resolve()
  #end: ((error?: Error) => void) | undefined

  transaction(run: () => void): Promise<void> {
    const begun = this.#busy.then(run)
    const committed = begun.then(
      () =>
        new Promise<void>((resolve, reject) => {
          this.#end = (error) => (error === undefined ? resolve() : reject(error))
        }),
    )
    this.#busy = committed.catch(() => {})
    return committed
  }

  complete(): void {
    this.#end?.()
  }

  fail(): void {
    this.#end?.(new Error('I/O error'))
  }

  /** Completes commits until the job is done. */
  async completing<T>(job: Promise<T>): Promise<T> {
    const completing = setInterval(() => this.complete(), 1)
    try {
      return await job
    } finally {
      clearInterval(completing)
    }
  }

  getBinaryFast(): void {
    if (!this.readable) throw new Error('MDB_PANIC')
  }

  resetReadTxn(): void {}
}
