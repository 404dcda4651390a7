/**
 * Clients of two servers on a store whose disk fails get answers that a small model allows, and in the end all
 * data is what the model says. `npm run test:simulation` runs any number of seeds; `GRAMME_SIMULATION_SEEDS` says
 * how many are run here.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { runSeed } from './store/run-seed.js'

const seedsCount = Number(process.env['GRAMME_SIMULATION_SEEDS'] ?? 200)
const events = 60

describe('clients on a store whose disk fails', () => {
  it('get answers that the model allows, and leave what it says', async () => {
    for (let run = seed; run < seed + seedsCount; run++) {
      await runSeed({ seed: run, events }).catch((error: unknown) => {
        const replay = `npm run test:simulation -- --seed ${run} --events ${events}`
        throw new Error(replay, { cause: error })
      })
    }
  })
})

describe('a simulation', () => {
  it('is repeated exactly by its seed', async () => {
    const happened = await runSeed({ seed: 7, events })
    assert.deepEqual(await runSeed({ seed: 7, events }), happened)
  })
})
