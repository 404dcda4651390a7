import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../stdx/clock.js'
import { Progress, shownDuration } from './progress.js'

function shown(isTTY: boolean, columns?: number) {
  const clock = new VirtualClock()
  const written: string[] = []
  const output = { isTTY, columns, write: (text: string) => written.push(text) }
  return { clock, written, progress: new Progress('backup', output, clock) }
}

describe('progress', () => {
  it('is a line now and then where nobody watches', () => {
    const { clock, written, progress } = shown(false)
    progress.update({ items: 1, bytes: 1, fraction: 0.01 })
    assert.deepEqual(written, [])
    clock.advance(10_000)
    progress.update({ items: 25_000, bytes: 50_000_000, fraction: 0.25 })
    progress.update({ items: 25_001, bytes: 50_000_000, fraction: 0.25 })
    clock.advance(10_000)
    progress.update({ items: 30_000, bytes: 60_000_000 })
    progress.end()
    assert.deepEqual(written, [
      'backup: 25 %, 25,000 items, 2,500 items/s, 5.0 MB/s, 30 s left\n',
      'backup: 30,000 items, 500 items/s, 1.0 MB/s\n',
    ])
  })

  it('is a bar on a terminal, which the result replaces', () => {
    const { clock, written, progress } = shown(true, 200)
    clock.advance(1000)
    progress.update({ items: 10, bytes: 1_000_000, fraction: 0.5 })
    progress.end()
    const bar = '[############............]'
    assert.deepEqual(written, [
      `\rbackup: ${bar} 50 %, 10 items, 10 items/s, 1.0 MB/s, 1 s left\x1b[K`,
      '\r\x1b[K',
    ])
  })

  it('goes by the last seconds, and fits into the terminal', () => {
    const { clock, written, progress } = shown(true, 60)
    clock.advance(100_000)
    progress.update({ items: 10, bytes: 0, fraction: 0.1 })
    clock.advance(10_000)
    progress.update({ items: 110, bytes: 0, fraction: 0.2 })
    assert.match(written[1]!, /20 %, 110 items, 10 /)
    assert.equal(written[1]!.length, '\r'.length + 59 + '\x1b[K'.length)
  })

  it('tells durations by their two largest units', () => {
    const texts = [0.4, 59.6, 61, 3_700, 90_000].map(shownDuration)
    assert.deepEqual(texts, ['0 s', '1 min 0 s', '1 min 1 s', '1 h 1 min', '25 h 0 min'])
  })
})
