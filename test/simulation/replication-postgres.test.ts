/**
 * The regions of the simulation on two servers that share a PostgreSQL database, are killed, and whose clocks disagree.
 * `GRAMME_SEED` repeats what happens; `npm run test:replication -- --engine postgres` runs many seeds.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { runRealSeed } from './replication/real/run-real-seed.js'

describe('regions of two servers on one database', () => {
  it(`end up the same (GRAMME_SEED=${seed})`, () => runRealSeed({ seed, layout: 'postgres' }))
})
