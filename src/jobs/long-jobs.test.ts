/** Long jobs: started, repeated by their token, carried on by any server, cancelled and failed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced } from '../storage/fence.js'
import { openTestEngine } from '../../test/support/engines.js'
import { JobDesk } from './job-desk.js'
import type { LongJobRecord } from './job-record.js'
import { JobRecords } from './job-records.js'
import {
  describedJobsMs,
  endedJobsMax,
  jobRetryMs,
  jobTokenMs,
  longJobsAtOnceMax,
  longJobsIdleMs,
  staleJobPauseMs,
} from './limits.js'
import { JobFailure, saveStep, ticketOf, type LongJob } from './long-job.js'
import { LongJobs } from './long-jobs.js'
import { timeOfTicket } from './ticket.js'

const table = { account: '000000000000', region: 'eu/west', name: 'subject' }
const startMs = Date.UTC(2026, 0, 1)
const { signal } = new AbortController()

interface Count {
  readonly done: number
}

/** Counts to three, one number a step. */
function counting(engine: Engine, before: (record: LongJobRecord<Count>) => void): LongJob<Count> {
  return {
    kind: 'export',
    async step(record, fence) {
      before(record)
      const done = record.details.done + 1
      const state = record.state === 'cancelling' ? 'cancelled' : done === 3 ? 'done' : 'running'
      const after = { ...record, details: { done }, state } as const
      return { record: await saveStep(engine, { before: record, after }, fence) }
    },
  }
}

class JobBench {
  readonly clock = new VirtualClock(startMs)
  readonly desk: JobDesk
  readonly records: JobRecords
  readonly engine: Engine
  announced = 0

  constructor(engine: Engine) {
    const onJob = () => {
      this.announced++
    }
    this.engine = engine
    this.desk = new JobDesk({ engine, clock: this.clock, random: systemRandom, onJob })
    this.records = new JobRecords(engine)
  }

  static async open(): Promise<JobBench> {
    return new JobBench(await openTestEngine())
  }

  draft(): LongJobRecord<Count> {
    return this.desk.draft({ kind: 'export', table, subject: 'items', details: { done: 0 } })
  }

  /** A server, as far as jobs are concerned. */
  server(before: (record: LongJobRecord<Count>) => void = () => undefined): LongJobs {
    const { engine, clock } = this
    const kinds = [counting(engine, before)]
    return new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
  }

  async found({ id }: LongJobRecord): Promise<LongJobRecord<Count>> {
    return (await this.records.find(id)) as LongJobRecord<Count>
  }
}

describe('a long job', () => {
  it('is carried on by another server from where the first one stopped', async () => {
    const bench = await JobBench.open()
    const record = bench.draft()
    assert.equal((await bench.desk.start({ record })).kind, 'started')
    assert.equal(bench.announced, 1)
    assert.equal(timeOfTicket(ticketOf(record)), startMs)
    assert.equal(await bench.server().step(unfenced, signal), startMs)
    assert.deepEqual((await bench.found(record)).details, { done: 1 })
    const other = bench.server()
    await other.step(unfenced, signal)
    await other.step(unfenced, signal)
    assert.equal((await bench.found(record)).state, 'done')
    assert.equal(await other.step(unfenced, signal), startMs + longJobsIdleMs)
    assert.deepEqual(
      (await bench.desk.list('export', table)).map(({ id }) => id),
      [record.id],
    )
    assert.deepEqual(await bench.desk.list('export', { ...table, region: 'eu' }), [])
    assert.equal((await bench.desk.find('export', table, ticketOf(record)))?.id, record.id)
  })

  it('takes turns with others when there are many', async () => {
    const bench = await JobBench.open()
    const jobs = Array.from({ length: longJobsAtOnceMax + 1 }, () => bench.draft())
    for (const record of jobs) await bench.desk.start({ record })
    const server = bench.server()
    const counts = async () => {
      const found = await Promise.all(jobs.map((job) => bench.found(job)))
      return found.map(({ details }) => details.done)
    }
    await server.step(unfenced, signal)
    assert.equal((await counts()).filter((done) => done > 0).length, longJobsAtOnceMax)
    bench.clock.advance(1)
    await server.step(unfenced, signal)
    assert.ok((await counts()).every((done) => done > 0))
  })

  it('is started once for a token, until the token has expired', async () => {
    const bench = await JobBench.open()
    const token = { token: 'again', digest: 'as before' }
    const first = await bench.desk.start({ record: bench.draft(), token })
    const second = await bench.desk.start({ record: bench.draft(), token })
    assert.equal(second.kind, 'repeated')
    assert.ok(first.kind === 'started' && second.kind === 'repeated')
    assert.equal(second.record.id, first.record.id)
    const other = { ...token, digest: 'otherwise' }
    assert.equal((await bench.desk.start({ record: bench.draft(), token: other })).kind, 'conflict')
    bench.clock.advance(jobTokenMs - 1)
    assert.equal((await bench.desk.start({ record: bench.draft(), token: other })).kind, 'conflict')
    bench.clock.advance(1)
    await bench.records.trim(bench.clock.now(), unfenced)
    assert.equal((await bench.desk.start({ record: bench.draft(), token: other })).kind, 'started')
  })

  it('is started once by requests that come at the same time', async () => {
    const bench = await JobBench.open()
    const token = { token: 'at once', digest: 'same' }
    const starts = Array.from({ length: 5 }, () =>
      bench.desk.start({ record: bench.draft(), token }),
    )
    const kinds = (await Promise.all(starts)).map(({ kind }) => kind).sort()
    assert.deepEqual(kinds, ['repeated', 'repeated', 'repeated', 'repeated', 'started'])
  })

  it('does not overwrite that it was cancelled while a step was under way', async () => {
    const bench = await JobBench.open()
    const record = bench.draft()
    await bench.desk.start({ record })
    let cancelled: Promise<unknown> | undefined
    const slow: LongJob<Count> = {
      kind: 'export',
      async step(before, fence) {
        cancelled ??= bench.desk.cancel(before.id)
        await cancelled
        const after = { ...before, state: 'done' } as const
        return { record: await saveStep(bench.engine, { before, after }, fence) }
      },
    }
    const { engine, clock } = bench
    const server = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds: [slow] })
    await assert.rejects(server.step(unfenced, signal), GuardBroken)
    assert.equal((await bench.found(record)).state, 'cancelling')
    bench.clock.advance(staleJobPauseMs)
    await bench.server().step(unfenced, signal)
    assert.equal((await bench.found(record)).state, 'cancelled')
    assert.equal((await bench.desk.cancel(record.id))?.state, 'cancelled')
    assert.equal(await bench.desk.cancel('export/none'), undefined)
  })

  it('that fails is cleaned up and says why; others go on', async () => {
    const bench = await JobBench.open()
    const [failing, other] = [bench.draft(), bench.draft()]
    for (const record of [failing, other]) await bench.desk.start({ record })
    const cleaned: string[] = []
    const job = counting(bench.engine, ({ id }) => {
      if (id === failing.id) throw new JobFailure('S3NoSuchBucket', 'There is no such bucket.')
    })
    const clean = async ({ id }: LongJobRecord) => void cleaned.push(id)
    const { engine, clock } = bench
    const kinds = [{ ...job, clean }]
    const server = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
    await server.step(unfenced, signal)
    const { state, code, reason, endedAtMs } = await bench.found(failing)
    assert.deepEqual(
      [state, code, reason, endedAtMs],
      ['failed', 'S3NoSuchBucket', 'There is no such bucket.', startMs],
    )
    assert.deepEqual(cleaned, [failing.id])
    assert.deepEqual((await bench.found(other)).details, { done: 1 })
  })

  it('waits after an error that may pass, and is tried again', async () => {
    const bench = await JobBench.open()
    const record = bench.draft()
    await bench.desk.start({ record })
    let faults = 1
    const server = bench.server(() => {
      if (faults-- > 0) throw new Error('the network is down')
    })
    assert.equal(await server.step(unfenced, signal), startMs + jobRetryMs)
    assert.deepEqual((await bench.found(record)).details, { done: 0 })
    bench.clock.advance(jobRetryMs)
    await server.step(unfenced, signal)
    assert.deepEqual((await bench.found(record)).details, { done: 1 })
  })

  it('that clients can describe is kept for ninety days, however many there are', async () => {
    const bench = await JobBench.open()
    for (let i = 0; i <= endedJobsMax; i++) {
      await bench.records.save({ ...bench.draft(), state: 'done' }, unfenced)
    }
    await bench.records.trim(startMs + describedJobsMs, unfenced)
    assert.equal((await bench.records.list()).length, endedJobsMax + 1)
    await bench.records.trim(startMs + describedJobsMs + 1, unfenced)
    assert.deepEqual(await bench.records.list(), [])
  })
})
