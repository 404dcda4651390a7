import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfenced } from '../storage/fence.js'
import { surveyJob } from './job.js'
import { surveyRestFactor, surveyRestMsMax } from './limits.js'

const intervalMs = 10_000

/** When the next look is due, if one takes so long. */
async function dueAfter(tookMs: number): Promise<number> {
  let nowMs = 1_000_000
  const look = async () => void (nowMs += tookMs)
  const job = surveyJob('look', look, { clock: { now: () => nowMs }, intervalMs })
  return (await job.step(unfenced, new AbortController().signal)) - 1_000_000
}

describe('a job that looks at all tables', () => {
  it('looks as often as it should if that takes no time', async () => {
    assert.equal(await dueAfter(0), intervalMs)
    assert.equal(await dueAfter(intervalMs / surveyRestFactor), intervalMs)
  })

  it('rests in proportion to what a look takes, up to a limit', async () => {
    assert.equal(await dueAfter(100), 100 * surveyRestFactor)
    assert.equal(await dueAfter(surveyRestMsMax), surveyRestMsMax)
  })

  it('is not confused by a clock that goes back', async () => {
    assert.equal(await dueAfter(-5000), intervalMs)
  })
})
