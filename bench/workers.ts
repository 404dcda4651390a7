/**
 * What several workers bring, and what they cost: requests per second and processor time per request with one process and
 * with two workers, on a data folder. It takes about a minute and a half.
 *
 * The load runs on the same machine, so on two cores three busy processes share them: there, the processor time of a
 * request says more than its rate. What one process commits for all is measured apart, because it is what ends the
 * growth on many cores.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { fill } from './load/fill.js'
import { LoadGenerator, type LoadJob } from './load/load.js'
import { bodiesOf, operations, type Operation } from './load/operations.js'
import { processorNs } from './load/processor-time.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table } from './report.js'
import { median } from './rounds.js'

/** Seen from `dist/bench/`. */
const program = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url))
const connections = 64
const rounds = 5
const roundMs = 1_000
const warmUpMs = 1_500
const manyCores = 16

interface Round {
  readonly perSecond: number
  readonly p99Ms: number
  /** Of one request: of all processes, and of the one that commits for workers. */
  readonly microseconds: number
  readonly ownerMicroseconds: number
}

interface Measured extends Round {
  readonly name: string
}

export async function runWorkers(): Promise<void> {
  console.log(`One process and two workers, ${connections} connections, on ${machine()}`)
  await withDataFolder(async (folder) => {
    const start = (workers: string) =>
      startServerProcess({
        args: ['--workers', workers, '--data-dir', join(folder, workers)],
        program,
      })
    await using one = await start('1')
    await using two = await start('2')
    for (const server of [one, two]) await fill(server)
    // The second worker follows the first.
    await pause(warmUpMs)
    for (const operation of operations) report(operation, await compare(operation, [one, two]))
  })
}

async function compare(
  operation: Operation,
  servers: readonly ServerProcess[],
): Promise<readonly Measured[]> {
  using load = new LoadGenerator()
  const results = servers.map((): Round[] => [])
  for (const server of servers) await run(load, server, operation, warmUpMs)
  for (let round = 0; round < rounds; round++) {
    for (const [i, server] of servers.entries()) {
      results[i]!.push(await run(load, server, operation, roundMs))
    }
  }
  return results.map((all, i) => ({ name: names[i]!, ...medians(all) }))
}

const names = ['one process', 'two workers']

async function run(
  load: LoadGenerator,
  server: ServerProcess,
  operation: Operation,
  durationMs: number,
): Promise<Round> {
  const pids = [server.pid, ...childrenOf(server.pid)]
  const job: LoadJob = {
    ...{ port: portOf(server), operation, bodies: bodiesOf[operation] },
    ...{ connections, durationMs, operationsMax: 1_000_000 },
  }
  const before = pids.map(processorNs)
  const result = await load.run(job)
  const used = pids.map((pid, i) => (processorNs(pid) - before[i]!) / 1000 / result.operations)
  return {
    perSecond: result.operationsPerSecond,
    p99Ms: result.p99Ms,
    microseconds: used.reduce((sum, each) => sum + each, 0),
    ownerMicroseconds: used[0]!,
  }
}

function medians(all: readonly Round[]): Round {
  const of = (pick: (round: Round) => number): number => median(all.map(pick))
  return {
    perSecond: of((round) => round.perSecond),
    p99Ms: of((round) => round.p99Ms),
    microseconds: of((round) => round.microseconds),
    ownerMicroseconds: of((round) => round.ownerMicroseconds),
  }
}

function childrenOf(pid: number): readonly number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child!)
}

function report(operation: Operation, [one, two]: readonly Measured[]): void {
  const rows = [one!, two!].map(({ name, perSecond, p99Ms, microseconds, ownerMicroseconds }) => [
    name,
    perSecond.toFixed(0),
    p99Ms.toFixed(1),
    microseconds.toFixed(0),
    name === names[0] ? '' : ownerMicroseconds.toFixed(1),
  ])
  console.log()
  console.log(table([operation, 'requests/s', 'p99 ms', 'CPU µs each', 'of the owner'], rows))
  console.log(`${ratio(two!.perSecond, one!.perSecond)} of one process`)
  console.log(onManyCores(operation, two!))
}

/** The owner is one thread that runs JavaScript; whatever it takes for a request, nobody can do more of them. */
function onManyCores(operation: Operation, { microseconds, ownerMicroseconds }: Measured): string {
  const inWorkers = microseconds - ownerMicroseconds
  const byWorkers = ((manyCores - 1) * 1e6) / inWorkers
  const byOwner = 1e6 / ownerMicroseconds
  const end = byOwner < byWorkers ? 'the owner' : 'its workers'
  const rate = Math.min(byOwner, byWorkers)
  return `By these times, ${manyCores} cores would serve ${thousands(rate)} ${operation} a second; ${end} would be busy first.`
}

function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(0)} k`
}
