/** What happens to a batch: attempts, halves, partial answers, age, and giving up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeRetentionMs } from '../model/limits.js'
import { triggerRetryMsMax } from './limits.js'
import type { SourceRecord } from './stream-source.js'
import type { Invocation } from './invocation.js'
import { processBatch, type GivenUpBatch } from './process-batch.js'
import { VirtualTime } from './virtual-time-suite.js'

interface Rules {
  readonly retriesMax?: number
  readonly recordAgeMsMax?: number
  readonly bisects?: boolean
  readonly partialAnswers?: boolean
}

/** A batch of records 1, 2, 3 …, and a handler whose answers the test sets. */
class Bench {
  readonly time = new VirtualTime()
  readonly invoked: string[] = []
  readonly givenUp: string[] = []
  readonly reports: GivenUpBatch[] = []
  readonly stopping = new AbortController()
  handler: (names: readonly string[]) => Invocation = () => answered(null)

  records(count: number, ageMs = 0): readonly SourceRecord[] {
    return Array.from({ length: count }, (_, i) => ({
      position: i + 1,
      sequenceNumber: String(i + 1),
      atMs: this.time.clock.now() - ageMs,
      itemKey: 'k',
      json: '{}',
    }))
  }

  async process(records: readonly SourceRecord[], rules: Rules = {}): Promise<void> {
    const calls = {
      invoke: async (batch: readonly SourceRecord[]) => {
        this.invoked.push(namesOf(batch).join())
        return this.handler(namesOf(batch))
      },
      giveUp: async (batch: GivenUpBatch) => {
        this.reports.push(batch)
        this.givenUp.push(`${namesOf(batch.records).join()} ${batch.condition}`)
      },
      failed: () => undefined,
    }
    const all = { retriesMax: Infinity, recordAgeMsMax: Infinity, bisects: false, ...rules }
    const merged = { partialAnswers: false, ...all }
    let done = false
    const run = { time: this.time, signal: this.stopping.signal }
    const work = processBatch(records, merged, calls, run)
    const settled = work.finally(() => (done = true))
    settled.catch(() => undefined)
    await this.time.until(() => done, 5_000)
    await settled
  }
}

function namesOf(records: readonly SourceRecord[]): readonly string[] {
  return records.map(({ sequenceNumber }) => sequenceNumber)
}

const answered = (answer: unknown): Invocation => ({ kind: 'answered', answer })
const failed: Invocation = { kind: 'failed', reason: 'Error: no' }

describe('a batch', () => {
  it('is done with one call that succeeds', async () => {
    const bench = new Bench()
    await bench.process(bench.records(3))
    assert.deepEqual(bench.invoked, ['1,2,3'])
  })

  it('is tried again whole, with growing pauses, until it succeeds', async () => {
    const bench = new Bench()
    bench.handler = () => (bench.invoked.length < 12 ? failed : answered(null))
    await bench.process(bench.records(2))
    assert.deepEqual(bench.invoked, Array(12).fill('1,2'))
    assert.deepEqual(bench.time.pauses.slice(0, 4), [250, 500, 1000, 2000])
    assert.equal(bench.time.pauses.at(-1), triggerRetryMsMax)
    assert.deepEqual(bench.givenUp, [])
  })

  it('is given up after the last retry', async () => {
    for (const retriesMax of [0, 1, 3]) {
      const bench = new Bench()
      bench.handler = () => failed
      await bench.process(bench.records(2), { retriesMax })
      assert.equal(bench.invoked.length, 1 + retriesMax)
      assert.deepEqual(bench.givenUp, ['1,2 RetryAttemptsExhausted'])
      assert.equal(bench.reports[0]!.invocations, 1 + retriesMax)
      assert.equal(bench.reports[0]!.reason, 'Error: no')
    }
  })

  it('is halved on failure, down to the record that fails, without using up attempts', async () => {
    const bench = new Bench()
    bench.handler = (names) => (names.includes('3') ? failed : answered(null))
    await bench.process(bench.records(4), { bisects: true, retriesMax: 1 })
    assert.deepEqual(bench.invoked, ['1,2,3,4', '1,2', '3,4', '3', '3', '4'])
    assert.deepEqual(bench.givenUp, ['3 RetryAttemptsExhausted'])
  })

  it('resumes at the lowest record that the handler reports', async () => {
    const bench = new Bench()
    bench.handler = (names) => answered(failuresOf(names[0] === '1' ? ['4', '3'] : []))
    await bench.process(bench.records(5), { partialAnswers: true })
    assert.deepEqual(bench.invoked, ['1,2,3,4,5', '3,4,5'])
  })

  it('resets attempts only if the handler got further', async () => {
    const bench = new Bench()
    bench.handler = (names) => answered(failuresOf([names[0] === '1' ? '2' : '3']))
    await bench.process(bench.records(4), { partialAnswers: true, retriesMax: 2 })
    assert.deepEqual(bench.invoked, ['1,2,3,4', '2,3,4', '3,4', '3,4', '3,4'])
    assert.deepEqual(bench.givenUp, ['3,4 RetryAttemptsExhausted'])
  })

  const answers: [unknown, 'success' | 'failure'][] = [
    [undefined, 'success'],
    [null, 'success'],
    [{}, 'success'],
    [{ batchItemFailures: null }, 'success'],
    [{ batchItemFailures: [] }, 'success'],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }, 'failure'],
    [{ batchItemFailures: [{ itemIdentifier: null }] }, 'failure'],
    [{ batchItemFailures: [{ identifier: '1' }] }, 'failure'],
    [{ batchItemFailures: [{ itemIdentifier: '99' }] }, 'failure'],
    [{ batchItemFailures: 'all' }, 'failure'],
    ['all', 'failure'],
  ]
  for (const [answer, expected] of answers) {
    it(`counts as ${expected} when the handler answers ${JSON.stringify(answer)}`, async () => {
      const bench = new Bench()
      bench.handler = () => answered(answer)
      await bench.process(bench.records(2), { partialAnswers: true, retriesMax: 0 })
      const given = expected === 'failure' ? ['1,2 RetryAttemptsExhausted'] : []
      assert.deepEqual(bench.givenUp, given)
    })
  }

  it('succeeds whatever the handler answers, unless partial answers are wished', async () => {
    const bench = new Bench()
    bench.handler = () => answered(failuresOf(['1']))
    await bench.process(bench.records(1), { retriesMax: 0 })
    assert.deepEqual(bench.givenUp, [])
  })

  it('loses the records that are too old, before the handler is called', async () => {
    const bench = new Bench()
    const [old] = bench.records(1, 60_001)
    const [, second] = bench.records(2, 60_000)
    await bench.process([old!, second!], { recordAgeMsMax: 60_000 })
    assert.deepEqual(bench.givenUp, ['1 RecordAgeExceeded'])
    assert.deepEqual(bench.invoked, ['2'])
  })

  it('is given up when it grew too old while it failed', async () => {
    const bench = new Bench()
    bench.handler = () => failed
    await bench.process(bench.records(1), { recordAgeMsMax: 60_000 })
    assert.deepEqual(bench.givenUp, ['1 RecordAgeExceeded'])
    assert.ok(bench.invoked.length > 1)
  })

  it('is given up when its stream no longer has it, whatever its limits', async () => {
    const bench = new Bench()
    await bench.process(bench.records(1, changeRetentionMs + 1))
    assert.deepEqual(bench.givenUp, ['1 RecordAgeExceeded'])
  })

  it('is left, and not given up, when all is stopped', async () => {
    const bench = new Bench()
    bench.handler = () => {
      bench.stopping.abort(new Error('stop'))
      return failed
    }
    await assert.rejects(bench.process(bench.records(1), { retriesMax: 0 }), /stop/)
    assert.deepEqual(bench.givenUp, [])
  })
})

function failuresOf(names: readonly string[]): unknown {
  return { batchItemFailures: names.map((itemIdentifier) => ({ itemIdentifier })) }
}
