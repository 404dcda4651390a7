import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startParts, type Part } from './parts.js'

function partsThat(faults: Readonly<Record<string, 'start' | 'stop'>> = {}) {
  const events: string[] = []
  const part = (name: string): Part => {
    const note = async (verb: 'start' | 'stop') => {
      events.push(`${verb} ${name}`)
      if (faults[name] === verb) throw new Error(`${name} does not ${verb}`)
    }
    return { name, start: () => note('start'), stop: () => note('stop') }
  }
  return { events, parts: ['one', 'two', 'three'].map(part) }
}

describe('the parts of a server', () => {
  it('are started in order and stopped in reverse order', async () => {
    const { events, parts } = partsThat()
    const stop = await startParts(parts)
    assert.deepEqual(events.splice(0), ['start one', 'start two', 'start three'])
    await stop()
    assert.deepEqual(events, ['stop three', 'stop two', 'stop one'])
  })

  it('are stopped again if one of them does not start', async () => {
    const { events, parts } = partsThat({ two: 'start', one: 'stop' })
    await assert.rejects(startParts(parts), /two does not start/)
    assert.deepEqual(events, ['start one', 'start two', 'stop one'])
  })

  it('are all stopped even if one of them does not stop', async () => {
    const { events, parts } = partsThat({ two: 'stop' })
    const stop = await startParts(parts)
    await assert.rejects(stop(), /two does not stop/)
    assert.deepEqual(events.slice(3), ['stop three', 'stop two', 'stop one'])
  })
})
