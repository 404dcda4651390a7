/**
 * A strongly consistent global table of three regions and two servers, and a switchover in the
 * middle of thousands of operations: some order explains every answer.
 */
import { startServerProcess } from '../../scripts/server-process.js'
import type { Tally } from '../clients/tally.js'
import { DoubtfulRegisters } from '../failover/doubtful-registers.js'
import { chanceOf, seed } from '../support/chance.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import type { PatroniCluster } from './patroni-cluster.js'

const clients = 9
/** Writes that are acknowledged before and after the switchover: with the reads, some thousands. */
const writesMin = 1000

export async function testStrongTable(cluster: PatroniCluster, tally: Tally): Promise<void> {
  const args = ['--engine', cluster.address()]
  await using one = await startServerProcess({ args })
  await using other = await startServerProcess({ args })
  await tally.check(`a strong global table, switched over (GRAMME_SEED=${seed})`, async () => {
    const { tableName, each } = await createStrongTable([one.url, other.url], partitionOnly())
    const registers = new DoubtfulRegisters(tableName)
    await act(registers, each, async () => {
      const leader = await cluster.leader()
      cluster.switchOver(leader)
      await cluster.untilMoved(leader)
    })
    console.log(`       ${await registers.check(each)}`)
    for (const { sdk, streams } of each) {
      sdk.destroy()
      streams.destroy()
    }
    await cluster.untilHealthy()
  })
}

async function act(
  registers: DoubtfulRegisters,
  each: Parameters<DoubtfulRegisters['check']>[0],
  fail: () => Promise<void>,
): Promise<void> {
  const work = { over: false }
  const acting = Array.from({ length: clients }, async (_, n) => {
    const chance = chanceOf(seed + n)
    while (!work.over) await registers.act(each[n % each.length]!, chance)
  })
  const failed = Promise.all(acting).then(() => undefined)
  try {
    await Promise.race([failed, progress(registers)])
    await Promise.race([failed, fail()])
    await Promise.race([failed, progress(registers)])
  } finally {
    work.over = true
  }
  await failed
}

async function progress(registers: DoubtfulRegisters): Promise<void> {
  const goal = registers.acknowledged + writesMin
  await until(
    () => registers.acknowledged >= goal,
    () => 'the clients did not get through',
  )
}
