/**
 * Restoring a table of 1,000,000 items of 300 bytes to a point in time, a tenth of which has changed
 * since: items and megabytes per second, and GetItem of another client with and without it.
 *
 * GRAMME_RESTORE_ITEMS sets another size of the table.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../scripts/server-process.js'
import { call, createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'
import { fill, putItems } from './scale/fill.js'
import { readings } from './scale/requests.js'

const name = 'restored-from'
const target = 'restored-to'
const itemCount = Number(process.env['GRAMME_RESTORE_ITEMS'] ?? 1_000_000)
const oneChangedIn = 10

const connections = 8
const roundMs = 250
const quietRounds = 20
const roundsMax = 10_000
const operationsMax = 200_000
const p99RatioMax = 3

export async function runRestore(): Promise<void> {
  await withDataFolder(measure)
}

async function measure(folder: string): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
  const { url } = server
  const port = portOf(server)
  console.log(`A table of ${itemCount} items, on ${machine()}`)
  await createTable(url, name)
  await call(url, 'UpdateContinuousBackups', {
    TableName: name,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  await fill(load, port, { name, itemCount })
  await pause(2)
  const atMs = Date.now()
  await pause(2)
  const extra = () => ({ changed: { BOOL: true } })
  await putItems(load, port, { name, itemCount, extra }, oneChangedIn)
  console.log(`changed one in ${oneChangedIn} since`)

  const read = reader(load, port)
  const quiet = await until(read, roundsOf(quietRounds))
  await begin(url, target, atMs)
  const busy = await until(read, () => isActive(url, target))
  await call(url, 'DeleteTable', { TableName: target })
  await reportAlone(url, atMs)
  reportReads(quiet, busy)
}

/** Nothing else is asked for meanwhile. */
async function reportAlone(url: string, atMs: number): Promise<void> {
  const again = `${target}-alone`
  const start = performance.now()
  await begin(url, again, atMs)
  while (!(await isActive(url, again))) await pause(roundMs)
  const seconds = (performance.now() - start) / 1000
  const { ItemCount, TableSizeBytes } = await described(url, again)
  const [items, bytes] = [ItemCount / seconds, TableSizeBytes / seconds / 1e6]
  const rates = `${items.toFixed(0)} items/s, ${bytes.toFixed(1)} MB/s`
  console.log(`restored ${ItemCount} items in ${seconds.toFixed(1)} s: ${rates}`)
  console.log(targetLine(`all ${itemCount} items are restored`, ItemCount === itemCount))
}

async function begin(url: string, TargetTableName: string, atMs: number): Promise<void> {
  const source = { SourceTableName: name, RestoreDateTime: atMs / 1000 }
  await call(url, 'RestoreTableToPointInTime', { ...source, TargetTableName })
}

interface Described {
  readonly TableStatus: string
  readonly ItemCount: number
  readonly TableSizeBytes: number
}

async function described(url: string, TableName: string): Promise<Described> {
  const answer = await call(url, 'DescribeTable', { TableName })
  return (answer as { Table: Described }).Table
}

async function isActive(url: string, tableName: string): Promise<boolean> {
  return (await described(url, tableName)).TableStatus === 'ACTIVE'
}

/** A round of GetItems all over the table. */
function reader(load: LoadGenerator, port: number): () => Promise<LoadResult> {
  const reading = readings.find((each) => each.name === 'GetItem')!
  const bodies = reading.bodies({ name, itemCount })
  const request = { port, operation: reading.operation, bodies }
  return () => load.run({ ...request, connections, durationMs: roundMs, operationsMax })
}

function roundsOf(count: number): () => Promise<boolean> {
  let left = count
  return () => Promise.resolve(left-- <= 0)
}

async function until(
  read: () => Promise<LoadResult>,
  over: () => Promise<boolean>,
): Promise<readonly LoadResult[]> {
  const results: LoadResult[] = []
  while (!(await over())) {
    if (results.length >= roundsMax) throw new Error('the restore does not come to an end')
    results.push(await read())
  }
  return results
}

function reportReads(quiet: readonly LoadResult[], busy: readonly LoadResult[]): void {
  const rows = [['without a restore', quiet] as const, ['during a restore', busy] as const].map(
    ([phase, results]) => {
      const times = [medianOf(results, 'p50Ms'), medianOf(results, 'p99Ms')].map((ms) =>
        ms.toFixed(2),
      )
      return [phase, results.length, medianOf(results, 'operationsPerSecond').toFixed(0), ...times]
    },
  )
  console.log(`GetItem over ${connections} connections, medians of rounds of ${roundMs} ms`)
  console.log(table(['phase', 'rounds', 'per second', 'p50 ms', 'p99 ms'], rows))
  const [before, during] = [medianOf(quiet, 'p99Ms'), medianOf(busy, 'p99Ms')]
  const what = `p99 of GetItem ${ratio(during, before)} during a restore, at most ${p99RatioMax}x`
  console.log(targetLine(what, during <= p99RatioMax * before))
}

function medianOf(
  results: readonly LoadResult[],
  member: 'p50Ms' | 'p99Ms' | 'operationsPerSecond',
) {
  return median(results.map((result) => result[member]))
}
