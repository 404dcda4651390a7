/**
 * The regions of the simulation on a real server with LMDB, which is killed with SIGKILL and whose clock is wrong.
 * `GRAMME_SEED` repeats what happens; `npm run test:replication -- --engine lmdb` runs many seeds.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { faults } from './replication/faults.js'
import { requireSeen } from './replication/require-seen.js'
import { runRealSeed } from './replication/real/run-real-seed.js'

const runs = 2

describe('regions of a server that is killed', () => {
  for (let run = 0; run < runs; run++) {
    it(`end up the same (GRAMME_SEED=${seed + run})`, () =>
      runRealSeed({ seed: seed + run, layout: 'lmdb' }))
  }
})

describe('the test with real servers', () => {
  for (const fault of Object.keys(faults)) {
    it(`sees what is wrong without ${fault}`, () =>
      requireSeen(8, (each) => runRealSeed({ seed: each, layout: 'lmdb', fault })))
  }
})
