/**
 * What expiry costs: 1% of 1,000,000 items expire at one moment and are swept, while others are
 * read. Reports how many entries of the expiry list the sweep read, how long it took, and GetItem
 * during it, before it, and while time to live was being enabled on the full table.
 *
 * GRAMME_TTL_ITEMS sets another size of the table.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { call, createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'
import { median } from './rounds.js'
import { fill, putItems } from './scale/fill.js'
import { readings, type ScaleTable } from './scale/requests.js'

const name = 'expiring'
const itemCount = Number(process.env['GRAMME_TTL_ITEMS'] ?? 1_000_000)
const oneExpiredIn = 100
const expiredCount = Math.ceil(itemCount / oneExpiredIn)
const yearSeconds = 365 * 24 * 60 * 60
/**
 * How long before their expiry the expiring items are written: all of them must be stored by then.
 */
const leadSeconds = 30

/** When the table is warm and everything is as during the sweep, except that nothing is deleted. */
const quietPhase = 'before the expiry'

const connections = 8
const roundMs = 250
const quietRounds = 20
const roundsMax = 4000
const operationsMax = 200_000

const expiringAt = (seconds: number): ScaleTable => ({
  ...{ name, itemCount },
  extra: () => ({ expires: { N: String(seconds) } }),
})
const nowSeconds = (): number => Date.now() / 1000

export async function runTtl(): Promise<void> {
  await withDataFolder(measure)
}

async function measure(folder: string): Promise<void> {
  using load = new LoadGenerator()
  const args = ['--data-dir', join(folder, 'data'), '--log-level', 'info']
  await using server = await startServerProcess({ args })
  console.log(`A table of ${itemCount} items, on ${machine()}`)
  await createTable(server.url, name)
  await fill(load, portOf(server), expiringAt(Math.floor(nowSeconds()) + yearSeconds))
  const reader = new Reader(load, portOf(server))
  const phases = new Map<string, readonly LoadResult[]>()
  phases.set('before time to live', await reader.rounds(quietRounds))
  phases.set('while it is enabled', await enable(server, reader))
  const { quiet, sweeping, seconds } = await expire(server, load, reader)
  phases.set(quietPhase, quiet).set('during the sweep', sweeping)
  report(phases)
  console.log(`swept ${expiredCount} items ${seconds.toFixed(1)} s after their time`)
  const read = entriesRead(server) - 1
  const what = `${read} entries read for ${expiredCount} expired of ${itemCount} items`
  console.log(targetLine(`${what}, no others wanted`, read === expiredCount))
}

/** GetItems all over the table, in rounds. */
class Reader {
  readonly #run: () => Promise<LoadResult>

  constructor(load: LoadGenerator, port: number) {
    const reading = readings.find((each) => each.name === 'GetItem')!
    const bodies = reading.bodies({ name, itemCount })
    const request = { port, operation: reading.operation, bodies }
    this.#run = () => load.run({ ...request, connections, durationMs: roundMs, operationsMax })
  }

  async rounds(count: number): Promise<readonly LoadResult[]> {
    let left = count
    return this.until(() => Promise.resolve(left-- <= 0))
  }

  async until(over: () => Promise<boolean>): Promise<readonly LoadResult[]> {
    const results: LoadResult[] = []
    while (!(await over())) {
      if (results.length >= roundsMax) throw new Error('it does not come to an end')
      results.push(await this.#run())
    }
    return results
  }
}

/**
 * The sweep starts once all items are listed: the deletion of an expired item shows that it has
 * started.
 */
async function enable({ url }: ServerProcess, reader: Reader): Promise<readonly LoadResult[]> {
  const key = { pk: { S: 'first' }, sk: { S: 'to go' } }
  const expires = { N: String(Math.floor(nowSeconds()) - 1) }
  await call(url, 'PutItem', { TableName: name, Item: { ...key, expires } })
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
  await call(url, 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification })
  const start = performance.now()
  const results = await reader.until(async () => {
    const answer = await call(url, 'GetItem', { TableName: name, Key: key, ConsistentRead: true })
    return (answer as { Item?: object }).Item === undefined
  })
  const seconds = (performance.now() - start) / 1000
  console.log(`listed ${itemCount} items by expiry in ${seconds.toFixed(1)} s`)
  return results
}

async function expire(server: ServerProcess, load: LoadGenerator, reader: Reader) {
  const at = Math.floor(nowSeconds()) + leadSeconds
  await putItems(load, portOf(server), expiringAt(at), oneExpiredIn)
  if (nowSeconds() >= at) throw new Error(`not written within ${leadSeconds} s`)
  const quiet = await reader.until(() => Promise.resolve(nowSeconds() >= at))
  const sweeping = await reader.until(async () => {
    return (await itemsIn(server)) === itemCount - expiredCount
  })
  const seconds = nowSeconds() - at
  // The line about the sweep is written after its last item is deleted.
  while (entriesRead(server) < expiredCount) await pause(roundMs)
  return { quiet, sweeping, seconds }
}

async function itemsIn({ url }: ServerProcess): Promise<number> {
  const answer = await call(url, 'DescribeTable', { TableName: name })
  return (answer as { Table: { ItemCount: number } }).Table.ItemCount
}

/** From the server's log. */
function entriesRead(server: ServerProcess): number {
  const counts = [...server.said().matchAll(/"entriesRead":(\d+)/g)].map(([, count]) =>
    Number(count),
  )
  return counts.reduce((total, count) => total + count, 0)
}

function report(phases: ReadonlyMap<string, readonly LoadResult[]>): void {
  const reference = medianOf(phases.get(quietPhase)!, 'p99Ms')
  const rows = [...phases].map(([phase, results]) => {
    const p99Ms = medianOf(results, 'p99Ms')
    const rate = medianOf(results, 'operationsPerSecond').toFixed(0)
    const times = [medianOf(results, 'p50Ms'), p99Ms].map((ms) => ms.toFixed(2))
    return [phase, results.length, rate, ...times, ratio(p99Ms, reference)]
  })
  console.log(`GetItem over ${connections} connections, medians of rounds of ${roundMs} ms`)
  console.log(table(['', 'rounds', 'per second', 'p50 ms', 'p99 ms', `of ${quietPhase}`], rows))
}

function medianOf(results: readonly LoadResult[], member: keyof LoadResult): number {
  return median(results.map((result) => result[member]))
}
