/**
 * Many clients over HTTP at once, on the engine under test, and proofs from what they saw: single
 * items are linearizable, transactions serializable in real time, and indexes match the items.
 *
 * GRAMME_CONCURRENCY_SECONDS lets each part run longer; GRAMME_SEED repeats a run's choices (not
 * the machine's timing).
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { withServer } from '../support/engine-servers.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { proofs } from './driving.js'

describe(`many clients at once, engine ${engineUnderTest} (seed ${seed})`, () => {
  for (const [what, prove] of Object.entries(proofs)) {
    it(what, async (test) => {
      test.diagnostic(`GRAMME_SEED=${seed}`)
      await withServer(async (client) => test.diagnostic(await prove(client)))
    })
  }
})
