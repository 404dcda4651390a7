import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGramme } from '../gramme.js'
import { readOptions } from '../options.js'
import { autoBytesPerWorker, autoMemoryBytesMin, autoWorkersMax, workersMax } from './limits.js'
import { workerCountOf } from './worker-count.js'

describe('how many workers there are', () => {
  for (const [cores, memoryBytes, count] of [
    [2, 64 * autoMemoryBytesMin, 1],
    [3, 64 * autoMemoryBytesMin, 1],
    [4, autoMemoryBytesMin - 1, 1],
    [4, autoMemoryBytesMin, 3],
    [16, 5 * autoBytesPerWorker, 5],
    [16, 64 * autoMemoryBytesMin, autoWorkersMax],
  ] as const) {
    it(`is ${count} of ${cores} cores and ${memoryBytes} bytes if nobody says`, () => {
      const machine = () => ({ cores, memoryBytes })
      const settings = { workers: 'auto', inMemory: false, auth: 'iam', dax: false } as const
      assert.equal(workerCountOf(settings, machine), count)
      assert.equal(workerCountOf({ ...settings, inMemory: true }, machine), 1)
      assert.equal(workerCountOf({ ...settings, auth: 'open' }, machine), 1)
      assert.equal(workerCountOf({ ...settings, auth: 'open', workers: 5 }, machine), 5)
    })
  }

  it('has limits, and is refused where there can be only one', () => {
    assert.equal(readOptions({ workers: workersMax }).workers, workersMax)
    assert.throws(() => readOptions({ workers: workersMax + 1 }), /workers must be a whole number/)
    assert.throws(() => readOptions({ workers: 0 }), /from 1 to 64, or auto, not 0/)
    const several = { workers: 2, inMemory: true }
    assert.throws(
      () => readOptions(several),
      /workers 2 cannot be used with the memory engine: other/,
    )
    assert.equal(readOptions({ workers: 1, inMemory: true }).workers, 1)
    assert.throws(() => createGramme({ workers: 2 }), /workers must be 1 or auto here/)
  })
})
