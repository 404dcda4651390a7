/**
 * A strongly consistent global table on a PostgreSQL cluster whose primary is killed: clients in three
 * regions, of two servers, see one linearizable table before, during and after it. So no acknowledged write
 * is lost, no read is stale, and a write that was answered with an error happened once or not at all.
 */
import { describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { chanceOf, seed } from '../support/chance.js'
import { Workspace } from '../support/postgres/workspace.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { DoubtfulRegisters } from './doubtful-registers.js'
import { addressOf, failOver, startCluster } from './synchronous-cluster.js'

const clients = 9
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
      const work = { over: false }
      const acting = Array.from({ length: clients }, async (_, n) => {
        const chance = chanceOf(seed + n)
        while (!work.over) await registers.act(each[n % each.length]!, chance)
      })
      const failed = Promise.all(acting).then(() => undefined)
      try {
        await Promise.race([failed, progress(registers)])
        await Promise.race([failed, failOver(nodes)])
        await Promise.race([failed, progress(registers)])
      } finally {
        work.over = true
      }
      await failed
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

async function progress(registers: DoubtfulRegisters): Promise<void> {
  const goal = registers.acknowledged + writesMin
  await until(
    () => registers.acknowledged >= goal,
    () => 'the clients did not get through',
  )
}
