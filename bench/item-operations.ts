/**
 * GetItem and PutItem over HTTP: throughput and latency, against what node:http reaches at best and,
 * for durable writes, against one flush per write.
 *
 * All contenders run in interleaved rounds in one session, loaded by the same process, and the
 * figures are medians, so the ratios hold even on a busy machine.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { openCommitLoop } from './item-operations/commit-loop.js'
import { flushLoop } from './item-operations/flush-loop.js'
import {
  getBodies,
  itemOf,
  keyCount,
  putBodies,
  smallPutBodies,
  tableName,
} from './item-operations/requests.js'
import { startBareProcess } from './load/bare-process.js'
import { createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads, type LoadContender } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'

const connections = 16
const roundOptions = { rounds: 5, roundMs: 1000, warmUpMs: 4000 }
const operationsMax = 200_000
const fillDurationMsMax = 60_000

const requests = {
  GetItem: { operation: 'GetItem', bodies: getBodies },
  PutItem: { operation: 'PutItem', bodies: putBodies },
  SmallPutItem: { operation: 'PutItem', bodies: smallPutBodies },
} as const

/** As many bytes as an item of the bench takes on disk. */
const storedItem = Buffer.from(JSON.stringify(itemOf(0)))

const names = {
  bareGet: 'GetItem, bare node:http',
  get: 'GetItem',
  barePut: 'PutItem, bare node:http',
  put: 'PutItem',
  ungroupedPut: 'PutItem, group commit off',
  lonePut: 'PutItem, one connection',
  smallPut: 'PutItem of 200 bytes',
  loneSmallPut: 'PutItem of 200 bytes, one connection',
  commits: `engine commits, ${connections} in flight`,
  commit: 'engine commits, one at a time',
  flush: 'append and fdatasync, one at a time',
} as const

export async function runItemOperations(): Promise<void> {
  await withDataFolder(async (folder) => report(await measure(folder)))
}

async function measure(folder: string): Promise<ReadonlyMap<string, LoadResult>> {
  using load = new LoadGenerator()
  using bare = await startBareProcess({ answers: { GetItem: { Item: itemOf(0) }, PutItem: {} } })
  await using committing = await openCommitLoop(join(folder, 'committed'), storedItem)
  await using grouped = await startFilled(load, join(folder, 'grouped'), {})
  const groupsOfOne = { GRAMME_GROUP_MUTATIONS_MAX: '1' }
  await using ungrouped = await startFilled(load, join(folder, 'ungrouped'), groupsOfOne)
  const over = (
    name: string,
    port: number,
    operation: keyof typeof requests,
    count = connections,
  ): LoadContender => ({
    name,
    run: (durationMs) =>
      load.run({ port, ...requests[operation], connections: count, durationMs, operationsMax }),
  })
  const committed = (name: string, inFlight: number): LoadContender => ({
    name,
    run: (durationMs) => committing.run(inFlight, durationMs),
  })
  const contenders = [
    over(names.bareGet, bare.port, 'GetItem'),
    over(names.get, portOf(grouped), 'GetItem'),
    over(names.barePut, bare.port, 'PutItem'),
    over(names.put, portOf(grouped), 'PutItem'),
    over(names.ungroupedPut, portOf(ungrouped), 'PutItem'),
    over(names.lonePut, portOf(grouped), 'PutItem', 1),
    over(names.smallPut, portOf(grouped), 'SmallPutItem'),
    over(names.loneSmallPut, portOf(grouped), 'SmallPutItem', 1),
    committed(names.commits, connections),
    committed(names.commit, 1),
    flushing(join(folder, 'flushed')),
  ]
  return await medianLoads(contenders, roundOptions)
}

async function startFilled(
  load: LoadGenerator,
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const server = await startServerProcess({ args: ['--data-dir', dataDir], env })
  try {
    await createTable(server.url, tableName)
    const bounds = { durationMs: fillDurationMsMax, operationsMax: keyCount }
    await load.run({ port: portOf(server), ...requests.PutItem, connections, ...bounds })
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

function flushing(file: string): LoadContender {
  const run = async (durationMs: number) => flushLoop(file, storedItem, durationMs)
  return { name: names.flush, run }
}

function report(results: ReadonlyMap<string, LoadResult>): void {
  const rate = (name: string): number => results.get(name)!.operationsPerSecond
  const rows = [...results].map(([name, { operationsPerSecond, p50Ms, p99Ms }]) => [
    name,
    operationsPerSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    ratio(operationsPerSecond, rate(name.startsWith('GetItem') ? names.bareGet : names.barePut)),
  ])
  console.log(`Items of about 1 KB over ${connections} connections, on ${machine()}`)
  console.log(table(['', 'per second', 'p50 ms', 'p99 ms', 'of bare'], rows))
  reportTarget('GetItem against bare node:http', rate(names.get) / rate(names.bareGet), 0.5)
  const put = rate(names.put)
  // On one connection nothing can share a flush: what one flush for each write reaches. With larger
  // items the processor, not the disk, is what the connections share, so only small ones have a target.
  const small = rate(names.smallPut) / rate(names.loneSmallPut)
  reportTarget('PutItem of 200 bytes against one flush per write', small, 5)
  console.log(`PutItem of about 1 KB there: ${ratio(put, rate(names.lonePut))}`)
  const commits = rate(names.commits) / rate(names.commit)
  reportTarget('engine commits against one flush per write', commits, 5)
  // No targets: these depend on how the disk's flush compares with the cost of HTTP on these cores.
  console.log(`PutItem against group commit off: ${ratio(put, rate(names.ungroupedPut))}`)
  const bound = ratio(rate(names.barePut), rate(names.flush))
  const reached = ratio(put, rate(names.flush))
  console.log(`PutItem against append and fdatasync: ${reached}; bare node:http there: ${bound}`)
}

function reportTarget(what: string, reached: number, wanted: number): void {
  console.log(targetLine(`${what}: ${ratio(reached, 1)}, wanted ${wanted}x`, reached >= wanted))
}
