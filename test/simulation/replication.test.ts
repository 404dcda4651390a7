/**
 * Three regions that are written to at once end up the same, and the same as their history says; without
 * versions, or without the memory of deletions, they do not. `npm run test:replication` runs many seeds.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { faults } from './replication/faults.js'
import { requireSeen } from './replication/require-seen.js'
import { runSeed } from './replication/run-seed.js'

const runs = 3

describe('regions that are written to at once', () => {
  for (let run = 0; run < runs; run++) {
    it(`end up the same (GRAMME_SEED=${seed + run})`, () => runSeed({ seed: seed + run }))
  }
})

describe('the simulation', () => {
  for (const [missing, faultIn] of Object.entries(faults)) {
    // The seeds are fixed, so that the fault always shows.
    it(`sees what is wrong without ${missing}`, () =>
      requireSeen(8, (run) => runSeed({ seed: run, faultIn })))
  }
})
