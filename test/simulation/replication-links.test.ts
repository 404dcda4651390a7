/**
 * The regions of the simulation in two deployments, whose connection is cut and mended and whose servers are killed.
 * `GRAMME_SEED` repeats what happens; `npm run test:replication -- --deployments` runs many seeds.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { runRealSeed } from './replication/real/run-real-seed.js'

const runs = 2

describe('regions of two deployments', () => {
  for (let run = 0; run < runs; run++) {
    it(`end up the same (GRAMME_SEED=${seed + run})`, () =>
      runRealSeed({ seed: seed + run, layout: 'deployments' }))
  }
})
