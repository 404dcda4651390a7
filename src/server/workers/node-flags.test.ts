import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeFlagsOf, type Started } from './node-flags.js'

const nothing: Started = { flags: [], options: '' }

function checkThreads(count: number, cores: number, expected: number): void {
  it(`${count} workers on ${cores} cores have ${expected} threads of V8 each`, () => {
    const flags = nodeFlagsOf(count, nothing, cores)
    assert.deepEqual(
      flags.filter((flag) => flag.startsWith('--v8-pool-size')),
      [`--v8-pool-size=${expected}`],
    )
  })
}

/** Whether they get a share of the memory depends on how much there is. */
function check(name: string, started: Partial<Started>, expected: readonly string[]): void {
  it(name, () => {
    const flags = nodeFlagsOf(64, { ...nothing, ...started }, 64)
    const kept = flags.filter((flag) => !/^--max-old-space-size=(?!300$)/.test(flag))
    assert.deepEqual(kept, expected)
  })
}

describe('the flags of workers', () => {
  checkThreads(2, 2, 1)
  checkThreads(4, 2, 1)
  checkThreads(2, 5, 2)
  checkThreads(2, 16, 4)
  const own = '--v8-pool-size=1'
  check('include those of their supervisor', { flags: ['--no-warnings'] }, ['--no-warnings', own])
  check('leave out its debugger', { flags: ['--inspect=9229'] }, [own])
  const heap = '--max-old-space-size=300'
  check('leave the heap that was given', { flags: [heap] }, [heap, own])
  check('leave what is in NODE_OPTIONS', { options: `${heap} --v8_pool_size=3` }, [])
})
