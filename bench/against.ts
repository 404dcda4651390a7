/**
 * `npm run bench against <folder> [operation …]`: compares this build with another built checkout
 * of the repository, on LMDB. Both servers run side by side and are loaded in turn, round by round,
 * so that the ratios hold on a busy machine. How fast one process becomes differs from start to
 * start by more than builds do, so both are started several times for each operation, and the
 * ratio is the median over the starts.
 */
import { join, resolve } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { fill } from './load/fill.js'
import { medianLoads } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { MeasuredServer } from './load/measured-server.js'
import { bodiesOf, operations, type Operation } from './load/operations.js'
import { withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'

const connections = 16
const starts = 7
const roundOptions = { rounds: 6, roundMs: 700, warmUpMs: 2000 }
/** The target for every operation: at most 5% slower. */
const wanted = 0.95

export async function runAgainst([folder, ...names]: readonly string[]): Promise<void> {
  if (folder === undefined) {
    console.error('Name the folder of another checkout that has been built.')
    process.exitCode = 1
    return
  }
  const program = join(resolve(folder), 'dist/src/cli/main.js')
  console.log(`This build against ${folder}, ${connections} connections, on ${machine()}`)
  for (const operation of operations) {
    if (names.length > 0 && !names.includes(operation)) continue
    const figures: Start[] = []
    for (let start = 0; start < starts; start++) figures.push(await startBoth(program, operation))
    report(operation, figures)
  }
}

/** What one start of both servers came to: the other build first, then this one. */
interface Start {
  readonly perSecond: readonly [number, number]
  readonly microsecondsEach: readonly [number, number]
  /** This build's operations per second as a multiple of the other's. */
  readonly ratio: number
}

async function startBoth(program: string, operation: Operation): Promise<Start> {
  let figures: Start | undefined
  await withDataFolder(async (data) => {
    await using other = await startServerProcess({ args: ['--data-dir', join(data, 'a')], program })
    await using own = await startServerProcess({ args: ['--data-dir', join(data, 'b')] })
    await fill(other)
    await fill(own)
    figures = await compare(other, own, operation)
  })
  return figures!
}

async function compare(
  other: ServerProcess,
  own: ServerProcess,
  operation: Operation,
): Promise<Start> {
  using load = new LoadGenerator()
  const job = { operation, bodies: bodiesOf[operation], connections }
  const theirs = new MeasuredServer('other', other, load, job)
  const ours = new MeasuredServer('this', own, load, job)
  const results = await medianLoads([theirs, ours], roundOptions)
  const [ofOther, ofThis] = [results.get(theirs.name)!, results.get(ours.name)!]
  return {
    perSecond: [ofOther.operationsPerSecond, ofThis.operationsPerSecond],
    microsecondsEach: [median(theirs.microseconds()), median(ours.microseconds())],
    ratio: ofThis.ofFirst,
  }
}

function report(operation: Operation, figures: readonly Start[]): void {
  const rows = ['other', 'this'].map((name, index) => {
    const perSecond = median(figures.map((start) => start.perSecond[index]!))
    const cost = median(figures.map((start) => start.microsecondsEach[index]!))
    return [name, perSecond.toFixed(0), cost.toFixed(1)]
  })
  const ratios = figures.map((start) => start.ratio).toSorted((a, b) => a - b)
  console.log()
  console.log(table([operation, 'per second', 'CPU µs'], rows))
  console.log(`each start: ${ratios.map((one) => one.toFixed(2)).join(' ')}`)
  const costs = figures.map(({ microsecondsEach: [theirs, ours] }) => ours / theirs)
  const sorted = costs.toSorted((a, b) => a - b).map((one) => one.toFixed(2))
  console.log(`CPU of each start: ${sorted.join(' ')}, median ${median(costs).toFixed(3)}`)
  const reached = median(ratios)
  const what = `${operation} against the other: ${ratio(reached, 1)}, wanted ${wanted}x`
  console.log(targetLine(what, reached >= wanted))
}
