import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gatheredAnswersMax } from '../limits.js'
import { emptyBody } from './message.js'
import { Outbox } from './outbox.js'

const answer = { status: 200, headers: [], body: emptyBody }

function openOutbox() {
  const sent: number[] = []
  const outbox = new Outbox<number>((_answer, recipient) => sent.push(recipient))
  const add = (from: number, to: number) => {
    for (let each = from; each < to; each++) outbox.add(answer, each)
  }
  return { sent, add }
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n)
}

describe('the outbox', () => {
  it('sends the answers of a turn together, in their order', async () => {
    const { sent, add } = openOutbox()
    add(0, gatheredAnswersMax - 1)
    assert.deepEqual(sent, [])
    await turn()
    assert.deepEqual(sent, numbersTo(gatheredAnswersMax - 1))
  })

  it('sends many before the turn ends, and each once', async () => {
    const { sent, add } = openOutbox()
    add(0, gatheredAnswersMax)
    assert.deepEqual(sent, numbersTo(gatheredAnswersMax))
    add(gatheredAnswersMax, gatheredAnswersMax + 2)
    await turn()
    await turn()
    assert.deepEqual(sent, numbersTo(gatheredAnswersMax + 2))
  })
})
