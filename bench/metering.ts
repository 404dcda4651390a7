/**
 * What measuring costs: a server that measures against one that does not. Requests are spread over many keys,
 * and then go to a single one, of which more is asked than a partition serves: each of those is also counted as
 * one that would have been throttled.
 */
import { startServerProcess } from '../scripts/server-process.js'
import { fill } from './load/fill.js'
import { compareCosts, comparedConnections, type UseServers } from './load/compare-costs.js'
import { bodiesOf } from './load/operations.js'
import { machine } from './report.js'

const comparison = {
  names: ['off', 'on'],
  starts: 7,
  rounds: { rounds: 6, roundMs: 400, warmUpMs: 1500 },
} as const
const ratioMax = 1.03

const operations = ['GetItem', 'PutItem', 'Query'] as const

const spread = operations.map((operation) => {
  return { name: operation, operation, bodies: bodiesOf[operation], ratioMax }
})
const hot = spread.map((load) => {
  return { ...load, name: `${load.name}, one key`, bodies: load.bodies.slice(0, 1) }
})

export async function runMetering(): Promise<void> {
  console.log(`--metrics on against off, ${comparedConnections} connections, on ${machine()}`)
  await compareCosts({ ...comparison, loads: [...spread, ...hot] }, withServers)
}

async function withServers(use: UseServers): Promise<void> {
  await using off = await startServerProcess({ args: ['--in-memory', '--metrics', 'off'] })
  await using on = await startServerProcess({ args: ['--in-memory', '--metrics', 'on'] })
  for (const server of [off, on]) await fill(server)
  await use([off, on])
}
