/**
 * What throttling costs: a server with `--throttle on` against one with `--throttle off`, on a table whose
 * throughput nobody reaches, so that every request is admitted.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { tableUnitsPerSecondMax } from '../src/model/limits.js'
import { getBodies, keyCount, putBodies, tableName } from './item-operations/requests.js'
import { createTable } from './load/call.js'
import { compareCosts, comparedConnections, type UseServers } from './load/compare-costs.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine } from './report.js'

const ratioMax = 1.05

const comparison = {
  names: ['off', 'on'],
  starts: 3,
  rounds: { rounds: 16, roundMs: 400, warmUpMs: 3000 },
  loads: [
    { name: 'GetItem', operation: 'GetItem', bodies: getBodies, ratioMax },
    { name: 'PutItem', operation: 'PutItem', bodies: putBodies, ratioMax },
  ],
} as const

export async function runThrottling(): Promise<void> {
  console.log(`--throttle on against off, ${comparedConnections} connections, on ${machine()}`)
  await compareCosts(comparison, (use) => withDataFolder((folder) => withServers(folder, use)))
}

async function withServers(folder: string, use: UseServers): Promise<void> {
  const args = (mode: string) => ['--throttle', mode, '--data-dir', join(folder, mode)]
  await using off = await startServerProcess({ args: args('off') })
  await using on = await startServerProcess({ args: args('on') })
  for (const server of [off, on]) await fill(server)
  await use([off, on])
}

async function fill(server: ServerProcess): Promise<void> {
  using load = new LoadGenerator()
  const units = tableUnitsPerSecondMax
  await createTable(server.url, tableName, {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units },
  })
  const job = { port: portOf(server), connections: comparedConnections, durationMs: 60_000 }
  await load.run({ ...job, operation: 'PutItem', bodies: putBodies, operationsMax: keyCount })
}
