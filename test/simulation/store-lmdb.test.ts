/**
 * The clients and the model of the simulation on a real server, whose process or disk fails in the middle of their
 * calls: the same answers are allowed, and in the end the same data is there. `GRAMME_SEED` repeats what is asked.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { realFaults } from './store/real/real-faults.js'
import { runReal } from './store/real/run-real.js'

describe('clients of a server that meets', () => {
  for (const fault of Object.keys(realFaults)) {
    it(`${fault} get what was acknowledged (GRAMME_SEED=${seed})`, async (t) => {
      if (!(await runReal({ seed, fault }))) t.diagnostic('skipped: it cannot be made here')
    })
  }
})
