/**
 * A strongly consistent global table, and clients whose requests go to its regions in turn: what they see is
 * linearizable, so no read is stale and no condition is judged by an old item, whichever region answered.
 */
import { describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { withServer } from '../support/engine-servers.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import { proveRegisters } from './driving.js'
import { Registers } from './registers.js'

describe(`three regions with strong consistency, engine ${engineUnderTest} (seed ${seed})`, () => {
  it('are one linearizable table', async (test) => {
    test.diagnostic(`GRAMME_SEED=${seed}`)
    await withServer(async ({ url }) => {
      const { spread, tableName, each } = await createStrongTable([url], partitionOnly())
      test.diagnostic(await proveRegisters(Registers.of(spread, tableName)))
      for (const { sdk, streams } of each) {
        sdk.destroy()
        streams.destroy()
      }
    })
  })
})
