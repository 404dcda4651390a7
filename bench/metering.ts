/**
 * What measuring costs: a server that measures against one that does not. Requests are spread over many keys,
 * and then go to a single one, of which more is asked than a partition serves: each of those is also counted as
 * one that would have been throttled.
 *
 * How fast a process becomes differs from start to start by more than measuring costs. So both servers run in
 * one process, on the same compiled code, and are loaded in turn for a moment each. What is written down once a
 * minute counts for both.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fill } from './load/fill.js'
import { compareCosts, comparedConnections, type UseServers } from './load/compare-costs.js'
import { bodiesOf } from './load/operations.js'
import { machine } from './report.js'

const comparison = {
  names: ['off', 'on'],
  starts: 3,
  rounds: { rounds: 30, roundMs: 120, warmUpMs: 1500 },
} as const
const ratioMax = 1.03

const operations = ['GetItem', 'PutItem', 'Query'] as const

const spread = operations.map((operation) => {
  return { name: operation, operation, bodies: bodiesOf[operation], ratioMax }
})
const hot = spread.map((load) => {
  return { ...load, name: `${load.name}, one key`, bodies: load.bodies.slice(0, 1) }
})

/** Takes about three minutes. */
export async function runMetering(): Promise<void> {
  console.log(`--metrics on against off, ${comparedConnections} connections, on ${machine()}`)
  await compareCosts({ ...comparison, loads: [...spread, ...hot] }, withServers)
}

const program = fileURLToPath(new URL('metering/both-process.js', import.meta.url))

async function withServers(use: UseServers): Promise<void> {
  const child = fork(program)
  try {
    const [[off, on]] = (await once(child, 'message')) as [[string, string]]
    const pid = child.pid!
    for (const url of [off, on]) await fill({ url })
    await use([
      { url: off, pid },
      { url: on, pid },
    ])
  } finally {
    child.kill('SIGKILL')
  }
}
