/**
 * What point-in-time recovery costs: durable PutItems that each change their item, with and without
 * it, in interleaved rounds; how much a change takes on disk; and how fast the past is read, for a
 * moment before all of the changes.
 *
 * GRAMME_RECOVERY_CHANGES sets how many changes are counted and read back.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startServerProcess } from '../scripts/server-process.js'
import { Catalog } from '../src/catalog/catalog.js'
import type { Table } from '../src/catalog/table.js'
import { pastSource } from '../src/past/items-place.js'
import { readPoint } from '../src/past/past-point.js'
import { PastTable, type PastState } from '../src/past/past-table.js'
import { systemClock } from '../src/stdx/clock.js'
import { systemRandom } from '../src/stdx/random.js'
import type { Engine } from '../src/storage/engine.js'
import { unfenced } from '../src/storage/fence.js'
import { openLmdbEngine } from '../src/storage/lmdb/lmdb-engine.js'
import { itemOf, keyCount } from './item-operations/requests.js'
import { call, createTable } from './load/call.js'
import { medianLoads, type MedianLoad } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, table, targetLine } from './report.js'

const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 2000 }
const operationsMax = 200_000
const changeCount = Number(process.env['GRAMME_RECOVERY_CHANGES'] ?? 100_000)
const ratioWanted = 0.8
const scope = { account: '000000000000', region: 'us-east-1' }
const recovering = 'recovering'

/** Every put finds another version of its item: a put that changes nothing leaves no record. */
function changingPuts(TableName: string): readonly string[] {
  return ['even', 'odd'].flatMap((version) =>
    Array.from({ length: keyCount }, (_, index) =>
      JSON.stringify({ TableName, Item: { ...itemOf(index), version: { S: version } } }),
    ),
  )
}

async function turnOn(url: string, TableName: string): Promise<void> {
  const setting = { PointInTimeRecoveryEnabled: true }
  const request = { TableName, PointInTimeRecoverySpecification: setting }
  await call(url, 'UpdateContinuousBackups', request)
}

export async function runRecovery(): Promise<void> {
  await withDataFolder(async (folder) => {
    await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
    await createTable(server.url, 'plain')
    await createTable(server.url, recovering)
    await turnOn(server.url, recovering)
    reportCost(await measureCost(portOf(server)))
  })
  await withDataFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const beganAtMs = await change(dataDir)
    const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
    try {
      await readBack(engine, beganAtMs)
    } finally {
      await engine.close()
    }
  })
}

async function measureCost(port: number): Promise<ReadonlyMap<string, MedianLoad>> {
  using load = new LoadGenerator()
  const contenders = ['plain', recovering].map((name) => {
    const request = { port, operation: 'PutItem', bodies: changingPuts(name), connections }
    const run = (durationMs: number) => load.run({ ...request, operationsMax, durationMs })
    return { name, run }
  })
  return await medianLoads(contenders, roundOptions)
}

function reportCost(results: ReadonlyMap<string, MedianLoad>): void {
  const rows = [...results].map(([name, { operationsPerSecond, ofFirst, p50Ms, p99Ms }]) => {
    const what = name === recovering ? 'PutItem, with recovery' : 'PutItem'
    const numbers = [operationsPerSecond.toFixed(0), `${ofFirst.toFixed(2)}x`]
    return [what, ...numbers, p50Ms.toFixed(2), p99Ms.toFixed(2)]
  })
  console.log(`Durable writes of 1 KB over ${connections} connections, on ${machine()}`)
  console.log(table(['', 'per second', 'of without', 'p50 ms', 'p99 ms'], rows))
  const { ofFirst } = results.get(recovering)!
  const what = `PutItem with recovery is ${ofFirst.toFixed(2)}x of without, wanted ${ratioWanted}x`
  console.log(targetLine(what, ofFirst >= ratioWanted))
}

/** Returns the time before the changes. */
async function change(dataDir: string): Promise<number> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args: ['--data-dir', dataDir] })
  await createTable(server.url, recovering)
  const bodies = changingPuts(recovering)
  const port = portOf(server)
  const puts = { port, operation: 'PutItem', bodies, connections, durationMs: 600_000 }
  await load.run({ ...puts, operationsMax: keyCount })
  await turnOn(server.url, recovering)
  const beganAtMs = Date.now()
  const before = await bytesIn(dataDir)
  await load.run({ ...puts, operationsMax: changeCount })
  const bytes = (await bytesIn(dataDir)) - before
  const perChange = (bytes / changeCount).toFixed(0)
  console.log(`${changeCount} changes of items of 1 KB take ${perChange} bytes each on disk`)
  return beganAtMs
}

async function bytesIn(dataDir: string): Promise<number> {
  const { blocks } = await stat(join(dataDir, 'data.mdb'))
  return blocks * 512
}

async function readBack(engine: Engine, beforeMs: number): Promise<void> {
  const settings = { tableTransitionMs: 0 }
  const dependencies = { engine, clock: systemClock, random: systemRandom, settings }
  const found = await new Catalog(dependencies).requireTable(scope, recovering)
  const past = new PastTable(engine, async () => undefined)
  const { begun, beganMs } = await begin(engine, past, found, beforeMs)
  const collectedAt = performance.now()
  const { state, changes } = await collect(past, begun)
  const seconds = (performance.now() - collectedAt) / 1000
  const items = await itemsOf(past, state)
  const speed = (changes / seconds).toFixed(0)
  console.log(
    `Back to a moment before ${changes} changes of ${items} items: ` +
      `${beganMs.toFixed(0)} ms to find it, then ${speed} changes read per second`,
  )
}

async function itemsOf(past: PastTable, state: PastState): Promise<number> {
  const limits = { entriesMax: 1000, bytesMax: 1024 * 1024 }
  let count = 0
  let next: string | undefined
  do {
    const page = await past.page(state, next, limits, unfenced)
    count += page.items.length
    next = page.next
  } while (next !== undefined)
  return count
}

async function begin(
  engine: Engine,
  past: PastTable,
  { changes, ...rest }: Table,
  beforeMs: number,
) {
  const startedAt = performance.now()
  const place = { guard: rest.guard, changes: changes! }
  const point = await readPoint(engine, place, { nowMs: Date.now(), beforeMs })
  const begun = await past.begin(pastSource(rest), point, unfenced, () => [])
  return { begun, beganMs: performance.now() - startedAt }
}

async function collect(past: PastTable, begun: PastState) {
  const reached = ({ way }: PastState) =>
    way!.pass.positions.reduce((sum, { next }) => sum + next, 0)
  let state = begun
  for (let caughtUp = false; !caughtUp;) {
    ;({ state, caughtUp } = await past.collect(state, unfenced))
  }
  return { state, changes: reached(state) - reached(begun) }
}
