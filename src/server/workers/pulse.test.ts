import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../log.js'
import { silentPulsesMax, suspectPulsesMissed } from './limits.js'
import { Pulse } from './pulse.js'
import type { WorkerChild } from './worker-child.js'

/** What the pulse sees of a worker. */
function fakeWorker() {
  const told: string[] = []
  return {
    told,
    number: 1,
    missedPulses: 0,
    send: ({ kind }: { readonly kind: string }) => told.push(kind),
    kill: () => told.push('kill'),
  }
}

describe('the pulse of workers', () => {
  it('kills one that has not answered for too long, and spares one that is late', () => {
    const [silent, late] = [fakeWorker(), fakeWorker()]
    const workers = [silent, late] as unknown as readonly WorkerChild[]
    const pulse = new Pulse(() => workers, createLog('silent'))
    for (let beat = 0; beat < silentPulsesMax; beat++) pulse.beat()
    assert.ok(silent.missedPulses >= suspectPulsesMissed)
    assert.deepEqual([silent.told.includes('kill'), silent.told.length], [false, silentPulsesMax])
    late.missedPulses = 0
    pulse.beat()
    assert.deepEqual([silent.told.at(-1), late.told.at(-1)], ['kill', 'ping'])
  })
})
