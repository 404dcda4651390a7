/** What is broken on purpose is found within a few seeds. `npm run test:simulation -- --bugs` says by how many. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bugs, type Bug } from './store/bugs.js'
import { runSeed } from './store/run-seed.js'

const seedsMax = 40

describe('the simulation of a store', () => {
  for (const [name, bugIn] of Object.entries(bugs)) {
    it(`finds that ${name}`, async () => {
      for (let seed = 1; seed <= seedsMax; seed++) if (await isFound(seed, bugIn)) return
      assert.fail('the simulation does not find it')
    })
  }
})

async function isFound(seed: number, bugIn: () => Bug): Promise<boolean> {
  try {
    await runSeed({ seed, bugIn })
    return false
  } catch {
    return true
  }
}
