/**
 * Three regions that are written to at once end up the same, and the same as their history says; without
 * versions, or without the memory of deletions, they do not. `npm run test:replication` runs many seeds.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { withoutTombstones, withoutVersions } from './replication/faults.js'
import { runSeed } from './replication/run-seed.js'
import type { Fault } from './replication/shaken-engine.js'

const runs = 3

describe('regions that are written to at once', () => {
  for (let run = 0; run < runs; run++) {
    it(`end up the same (GRAMME_SEED=${seed + run})`, () => runSeed({ seed: seed + run }))
  }
})

/** Fixed, so that the fault always shows. */
async function shows(fault: () => Fault): Promise<void> {
  for (let run = 1; run <= 8; run++) {
    const failed = await runSeed({ seed: run, faultIn: fault }).then(
      () => false,
      (error: unknown) => error instanceof assert.AssertionError,
    )
    if (failed) return
  }
  assert.fail('the simulation does not see it')
}

describe('the simulation', () => {
  it('sees what is wrong without the memory of deletions', () => shows(withoutTombstones))
  it('sees what is wrong without versions', () => shows(withoutVersions))
})
