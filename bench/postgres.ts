/**
 * The same operations on LMDB, on PostgreSQL through one, two and three servers, and as plain SQL
 * through the same client library. PostgreSQL flushes every commit, as LMDB does.
 *
 * All contenders of an operation run in interleaved rounds, so that the ratios hold on a busy
 * machine. Servers, database and load share its cores: more servers show that they do not hinder
 * each other, not how they scale.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { PostgresNode } from '../test/support/postgres/node.js'
import { Workspace } from '../test/support/postgres/workspace.js'
import { fill } from './load/fill.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads, type LoadContender, type MedianLoad } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { RawSql } from './postgres/raw-sql.js'
import { bodiesOf, operations, type Operation } from './load/operations.js'
import { machine, ratio, table, targetLine } from './report.js'

const connections = 16
/**
 * Long rounds: a server that has been idle for some seconds is slow at first, and its speed under
 * load is what matters.
 */
const roundOptions = { rounds: 5, roundMs: 2000, warmUpMs: 2000 }
const operationsMax = 200_000
const wanted = 0.5

const names = {
  raw: 'raw SQL',
  lmdb: 'LMDB',
  servers: (count: number) => `PostgreSQL, ${count} server${count === 1 ? '' : 's'}`,
}

export async function runPostgres(): Promise<void> {
  await withDataFolder(async (folder) => {
    const workspace = await Workspace.open()
    try {
      const node = await PostgresNode.create(workspace, 'bench', {})
      await node.start()
      await measure(folder, node.url())
    } finally {
      await workspace.remove()
    }
  })
}

async function measure(folder: string, url: string): Promise<void> {
  await using raw = await RawSql.open(url)
  await using lmdb = await startServerProcess({ args: ['--data-dir', join(folder, 'lmdb')] })
  const server = () => startServerProcess({ args: ['--engine', url] })
  await using first = await server()
  await using second = await server()
  await using third = await server()
  const postgres = [first, second, third]
  await fill(lmdb)
  await fill(first)
  console.log(`Items of about 1 KB, ${connections} requests in flight, on ${machine()}`)
  for (const operation of operations) {
    using loads = new LoadGenerators(postgres.length)
    const contenders: LoadContender[] = [
      {
        name: names.raw,
        run: (durationMs) => raw.run(operation, connections, durationMs),
      },
      over(loads, names.lmdb, [lmdb], operation),
      ...postgres.map((_, index) =>
        over(loads, names.servers(index + 1), postgres.slice(0, index + 1), operation),
      ),
    ]
    report(operation, await medianLoads(contenders, roundOptions))
  }
}

/** A generator runs one job at a time, so each server has its own. */
class LoadGenerators {
  readonly all: readonly LoadGenerator[]

  constructor(count: number) {
    this.all = Array.from({ length: count }, () => new LoadGenerator())
  }

  [Symbol.dispose](): void {
    for (const load of this.all) load[Symbol.dispose]()
  }
}

function over(
  { all }: LoadGenerators,
  name: string,
  servers: readonly ServerProcess[],
  operation: Operation,
): LoadContender {
  const each = Math.ceil(connections / servers.length)
  return {
    name,
    async run(durationMs) {
      const results = await Promise.all(
        servers.map((server, index) =>
          all[index]!.run({
            port: portOf(server),
            operation,
            bodies: turned(bodiesOf[operation], index / servers.length),
            connections: each,
            durationMs,
            operationsMax,
          }),
        ),
      )
      return together(results)
    },
  }
}

/** Each server starts at another key, so that they do not use the same keys in step. */
function turned(bodies: readonly string[], share: number): readonly string[] {
  const at = Math.floor(bodies.length * share)
  return [...bodies.slice(at), ...bodies.slice(0, at)]
}

function together(results: readonly LoadResult[]): LoadResult {
  return {
    operations: results.reduce((sum, result) => sum + result.operations, 0),
    operationsPerSecond: results.reduce((sum, result) => sum + result.operationsPerSecond, 0),
    p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
  }
}

function report(operation: Operation, results: ReadonlyMap<string, MedianLoad>): void {
  const rows = [...results].map(([name, { operationsPerSecond, p50Ms, p99Ms, ofFirst }]) => [
    name,
    operationsPerSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    ratio(ofFirst, 1),
  ])
  console.log()
  console.log(table([operation, 'per second', 'p50 ms', 'p99 ms', 'of raw SQL'], rows))
  const reached = results.get(names.servers(1))!.ofFirst
  const what = `${operation} through one server against raw SQL: ${ratio(reached, 1)}, wanted ${wanted}x`
  console.log(targetLine(what, reached >= wanted))
}
