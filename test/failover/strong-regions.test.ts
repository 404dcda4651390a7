/**
 * A strongly consistent global table on a PostgreSQL cluster whose primary is killed: clients in three
 * regions, of two servers, see one linearizable table before, during and after it. So no acknowledged write
 * is lost, no read is stale, and a write that was answered with an error happened once or not at all.
 */
import { describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { seed } from '../support/chance.js'
import { Workspace } from '../support/postgres/workspace.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import { DoubtfulRegisters } from './doubtful-registers.js'
import { actThrough } from './registers-through.js'
import { addressOf, failOver, startCluster } from './synchronous-cluster.js'

/** Writes that are acknowledged before and after the failure. */
const writesMin = 150

describe(`three regions with strong consistency on a cluster (seed ${seed})`, () => {
  it('stay one linearizable table when the primary is killed and a standby promoted', async (test) => {
    test.diagnostic(`GRAMME_SEED=${seed}`)
    const workspace = await Workspace.open()
    try {
      const nodes = await startCluster(workspace)
      const args = ['--engine', addressOf(nodes)]
      await using one = await startServerProcess({ args })
      await using other = await startServerProcess({ args })
      const { tableName, each } = await createStrongTable([one.url, other.url], partitionOnly())
      const registers = new DoubtfulRegisters(tableName)
      await actThrough(registers, each, { writesMin, fail: () => failOver(nodes) })
      test.diagnostic(await registers.check(each))
      for (const { sdk, streams } of each) {
        sdk.destroy()
        streams.destroy()
      }
    } finally {
      await workspace.remove()
    }
  })
})
