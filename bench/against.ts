/**
 * `npm run bench against <folder> [operation …]`: compares this build with another built checkout
 * of the repository, on LMDB. Both servers run side by side and are loaded in turn, round by round,
 * so that the ratios hold on a busy machine. Processor time per request is the steadier of the two
 * figures.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { fill } from './load/fill.js'
import { medianLoads, type LoadContender, type MedianLoad } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { bodiesOf, operations, type Operation } from './load/operations.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'

const connections = 16
const roundOptions = { rounds: 15, roundMs: 1000, warmUpMs: 3000 }
const operationsMax = 200_000
/** The target for every operation: at most 5% slower. */
const wanted = 0.95

export async function runAgainst([folder, ...names]: readonly string[]): Promise<void> {
  if (folder === undefined) {
    console.error('Name the folder of another checkout that has been built.')
    process.exitCode = 1
    return
  }
  const wantedOperations = operations.filter((name) => names.length === 0 || names.includes(name))
  await withDataFolder((data) => compare(resolve(folder), data, wantedOperations))
}

async function compare(folder: string, data: string, named: readonly Operation[]): Promise<void> {
  const program = join(folder, 'dist/src/cli/main.js')
  await using other = await startServerProcess({ args: ['--data-dir', join(data, 'a')], program })
  await using own = await startServerProcess({ args: ['--data-dir', join(data, 'b')] })
  await fill(other)
  await fill(own)
  console.log(`This build against ${folder}, ${connections} connections, on ${machine()}`)
  for (const operation of named) {
    using load = new LoadGenerator()
    const contenders = [new Contender('other', other), new Contender('this', own)]
    const over = contenders.map((contender) => contender.over(load, operation))
    report(operation, contenders, await medianLoads(over, roundOptions))
  }
}

/** One of the two servers, and the cost of its requests. */
class Contender {
  readonly name: string
  readonly #server: ServerProcess
  readonly #microsecondsEach: number[] = []

  constructor(name: string, server: ServerProcess) {
    this.name = name
    this.#server = server
  }

  over(load: LoadGenerator, operation: Operation): LoadContender {
    const job = { port: portOf(this.#server), operation, bodies: bodiesOf[operation], connections }
    return {
      name: this.name,
      run: async (durationMs) => {
        const before = processorMs(this.#server.pid)
        const result = await load.run({ ...job, durationMs, operationsMax })
        const requests = (result.operationsPerSecond * durationMs) / 1000
        this.#microsecondsEach.push(((processorMs(this.#server.pid) - before) * 1000) / requests)
        return result
      },
    }
  }

  /** Of the server's processor time, without the warm-up. */
  microsecondsPerRequest(): number {
    return median(this.#microsecondsEach.slice(1))
  }
}

/** As Linux counts it: user and system time in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function report(
  operation: Operation,
  contenders: readonly Contender[],
  results: ReadonlyMap<string, MedianLoad>,
): void {
  const rows = contenders.map((contender) => {
    const { operationsPerSecond, p50Ms, p99Ms, ofFirst } = results.get(contender.name)!
    const cost = contender.microsecondsPerRequest().toFixed(1)
    const times = [p50Ms.toFixed(2), p99Ms.toFixed(2)]
    return [contender.name, operationsPerSecond.toFixed(0), ...times, cost, ratio(ofFirst, 1)]
  })
  const head = [operation, 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'of other']
  console.log()
  console.log(table(head, rows))
  const reached = results.get('this')!.ofFirst
  const what = `${operation} against the other: ${ratio(reached, 1)}, wanted ${wanted}x`
  console.log(targetLine(what, reached >= wanted))
}
