/**
 * `npm run bench guard`: fails if GetItem or PutItem cost far more CPU time than usual, compared
 * with a bare node:http server that reads and answers the same bytes.
 *
 * Nothing here is about time: numbers of requests are fixed, both servers run side by side and are
 * loaded in turn, and only the ratio of their CPU time counts. What else the machine does makes
 * single rounds more expensive, never cheaper, so each server counts with its cheapest round.
 */
import { startServerProcess } from '../scripts/server-process.js'
import { getBodies, itemOf, keyCount, putBodies, tableName } from './item-operations/requests.js'
import { startBareProcess } from './load/bare-process.js'
import { createTable } from './load/call.js'
import { LoadGenerator } from './load/load.js'
import { processorNs } from './load/processor-time.js'
import { portOf } from './load/server.js'
import { machine, targetLine } from './report.js'

/** About twice what is usual, as a multiple of bare node:http's CPU time. */
const costOverBareMax = { GetItem: 1.5, PutItem: 3.5 } as const
/** A real regression is there each time; what another program did to the caches is not. */
const attempts = 3
const operations = ['GetItem', 'PutItem'] as const
type Operation = (typeof operations)[number]

const bodiesOf = { GetItem: getBodies, PutItem: putBodies } as const
const connections = 16
/** Until the compiler of a server has nothing left to improve. */
const warmUpRequests = 12_000
const rounds = 6
const requestsPerRound = 3000
/** Only a server that hangs reaches it. */
const durationMs = 300_000

interface Loaded {
  readonly port: number
  readonly pid: number
}

export async function runGuard(): Promise<void> {
  using load = new LoadGenerator()
  using bare = await startBareProcess({ answers: { GetItem: { Item: itemOf(0) }, PutItem: {} } })
  await using server = await startServerProcess({ args: ['--in-memory'] })
  const gramme = { port: portOf(server), pid: server.pid }
  await createTable(server.url, tableName)
  await costOf(load, gramme, 'PutItem', keyCount)
  console.log(`CPU time beside bare node:http, on ${machine()}`)
  for (const operation of operations) {
    if (await holds(load, operation, [bare, gramme])) continue
    process.exitCode = 1
  }
}

async function holds(
  load: LoadGenerator,
  operation: Operation,
  servers: readonly [Loaded, Loaded],
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (report(await compare(load, operation, servers))) return true
  }
  return false
}

interface Costs {
  readonly operation: Operation
  /** In microseconds, round by round. */
  readonly bare: readonly number[]
  readonly gramme: readonly number[]
}

async function compare(
  load: LoadGenerator,
  operation: Operation,
  [bare, gramme]: readonly [Loaded, Loaded],
): Promise<Costs> {
  const costs = { operation, bare: [] as number[], gramme: [] as number[] }
  for (const server of [bare, gramme]) await costOf(load, server, operation, warmUpRequests)
  for (let round = 0; round < rounds; round++) {
    costs.bare.push(await costOf(load, bare, operation, requestsPerRound))
    costs.gramme.push(await costOf(load, gramme, operation, requestsPerRound))
  }
  return costs
}

/** In microseconds of CPU time for one request. */
async function costOf(
  load: LoadGenerator,
  { port, pid }: Loaded,
  operation: Operation,
  operationsMax: number,
): Promise<number> {
  const before = processorNs(pid)
  const job = { port, operation, bodies: bodiesOf[operation], connections, durationMs }
  const result = await load.run({ ...job, operationsMax })
  return (processorNs(pid) - before) / 1000 / result.operations
}

function report({ operation, bare, gramme }: Costs): boolean {
  const [theirs, ours] = [Math.min(...bare), Math.min(...gramme)]
  const [reached, wanted] = [ours / theirs, costOverBareMax[operation]]
  const costs = `${ours.toFixed(1)} µs over ${theirs.toFixed(1)} µs is ${reached.toFixed(2)}x`
  console.log(targetLine(`${operation}: ${costs}, wanted at most ${wanted}x`, reached <= wanted))
  return reached <= wanted
}
