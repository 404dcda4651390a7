/**
 * A strongly consistent global table of three regions and two servers, and a switchover in the
 * middle of thousands of operations: some order explains every answer.
 */
import { startServerProcess } from '../../scripts/server-process.js'
import type { Tally } from '../clients/tally.js'
import { DoubtfulRegisters } from '../failover/doubtful-registers.js'
import { actThrough } from '../failover/registers-through.js'
import { seed } from '../support/chance.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import type { PatroniCluster } from './patroni-cluster.js'

/** Writes that are acknowledged before and after the switchover: with the reads, some thousands. */
const writesMin = 1000

export async function testStrongTable(cluster: PatroniCluster, tally: Tally): Promise<void> {
  const args = ['--engine', cluster.address()]
  await using one = await startServerProcess({ args })
  await using other = await startServerProcess({ args })
  await tally.check(`a strong global table, switched over (GRAMME_SEED=${seed})`, async () => {
    const { tableName, each } = await createStrongTable([one.url, other.url], partitionOnly())
    const registers = new DoubtfulRegisters(tableName)
    const fail = async () => {
      const leader = await cluster.leader()
      await cluster.switchOver(leader)
    }
    await actThrough(registers, each, { writesMin, fail })
    console.log(`       ${await registers.check(each)}`)
    for (const { sdk, streams } of each) {
      sdk.destroy()
      streams.destroy()
    }
    await cluster.untilHealthy()
  })
}
