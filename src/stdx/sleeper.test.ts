import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Sleeper } from './sleeper.js'

describe('a sleeper', () => {
  /** Pauses that last until they are aborted or ended by hand. */
  function paused() {
    const pauses: { durationMs: number; end: () => void }[] = []
    const sleeper = new Sleeper(
      (durationMs, signal) =>
        new Promise<void>((resolve, reject) => {
          pauses.push({ durationMs, end: resolve })
          signal.addEventListener('abort', () => reject(new Error('woken')))
        }),
    )
    return { sleeper, pauses }
  }

  it('sleeps for the time it is given', async () => {
    const { sleeper, pauses } = paused()
    const slept = sleeper.sleep(7)
    assert.equal(pauses[0]!.durationMs, 7)
    pauses[0]!.end()
    await slept
  })

  it('is woken', async () => {
    const { sleeper } = paused()
    const slept = sleeper.sleep(7)
    sleeper.wake()
    await slept
  })

  it('skips one pause after a wake-up that came before it', async () => {
    const { sleeper, pauses } = paused()
    sleeper.wake()
    sleeper.wake()
    await sleeper.sleep(7)
    assert.equal(pauses.length, 0)
    const slept = sleeper.sleep(8)
    pauses[0]!.end()
    await slept
  })

  it('sleeps for longer than a timer can be', async () => {
    const sleeper = new Sleeper()
    let isAwake = false
    const slept = sleeper.sleep(Infinity).then(() => (isAwake = true))
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal(isAwake, false)
    sleeper.wake()
    await slept
  })
})
