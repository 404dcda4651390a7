/**
 * What a replica costs writers, how soon a write is seen in another region, and how fast a region catches up
 * after a pause: in one server, where writers and replication share a processor, and between two deployments,
 * each with a disk folder of its own, on one machine.
 *
 * `npm run bench replication 1000000` makes the pause that many writes long.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { startServerProcess } from '../scripts/server-process.js'
import { itemOf, keyCount } from './item-operations/requests.js'
import { createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { medianLoads, type MedianLoad } from './load/load-rounds.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import {
  addReplica,
  clientIn,
  linksOf,
  linkTo,
  pauseLink,
  regions,
  type Place,
} from './replication/links.js'
import { machine, table, targetLine } from './report.js'

const connections = 16
const roundOptions = { rounds: 7, roundMs: 1000, warmUpMs: 2000 }
const operationsMax = 200_000
const pauseWritesDefault = 100_000
const pollMs = 20

/** "As small as it can be": a write is seen elsewhere in less time than a person notices. */
const inOneStore = { timedWrites: 500, lagMsWanted: 100 }
/** Deployments ask each other five times a second. */
const betweenStores = { timedWrites: 100, lagMsWanted: 400 }
const linkedPauseWrites = 20_000

const { home, near, far } = regions

interface Contender {
  readonly name: string
  readonly tableName: string
  readonly replicas: readonly string[]
  readonly isPaused?: true
  readonly hasStream?: true
}

const contenders: readonly Contender[] = [
  { name: 'regional, no stream', tableName: 'plain', replicas: [] },
  { name: 'regional with a stream', tableName: 'streamed', replicas: [], hasStream: true },
  { name: 'one replica, paused', tableName: 'paused', replicas: [near], isPaused: true },
  { name: 'one replica', tableName: 'two', replicas: [near] },
  { name: 'two replicas', tableName: 'three', replicas: [near, far] },
]

const streaming = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
}

/** Every put finds another version of its item, so that all of them are changes. */
function changingPuts(TableName: string): readonly string[] {
  return ['even', 'odd'].flatMap((version) =>
    Array.from({ length: keyCount }, (_, index) =>
      JSON.stringify({ TableName, Item: { ...itemOf(index), version: { S: version } } }),
    ),
  )
}

export async function runReplication(pauseWrites = pauseWritesDefault): Promise<void> {
  await withDataFolder(async (folder) => {
    await using server = await startServerProcess({ args: ['--data-dir', join(folder, 'data')] })
    for (const contender of contenders) await prepare(server.url, contender)
    reportCost(await measureCost(server.url, portOf(server)))
    const { url } = server
    await measurePair({ here: url, there: url, tableName: 'two', ...inOneStore }, pauseWrites)
  })
  await withDataFolder(runDeployments)
}

async function runDeployments(folder: string): Promise<void> {
  const start = (name: string) => startServerProcess({ args: ['--data-dir', join(folder, name)] })
  await using here = await start('here')
  await using there = await start('there')
  const places: readonly [Place, Place] = [
    { url: here.url, region: home },
    { url: there.url, region: near },
  ]
  await linkTo(places[0], places[1])
  await linkTo(places[1], places[0])
  const tableName = 'linked'
  await createTable(here.url, tableName)
  await addReplica(here.url, tableName, near)
  console.log('\nBetween two deployments')
  const pair = { here: here.url, there: there.url, tableName, ...betweenStores }
  await measurePair(pair, linkedPauseWrites)
}

/** A table at home, and its replica in the region nearby. */
interface Pair {
  readonly here: string
  readonly there: string
  readonly tableName: string
  readonly timedWrites: number
  readonly lagMsWanted: number
}

async function measurePair(pair: Pair, pauseWrites: number): Promise<void> {
  reportLag(await measureLag(pair), pair)
  reportCatchUp(await measureCatchUp(pair, pauseWrites))
}

async function prepare(url: string, contender: Contender): Promise<void> {
  const { tableName, replicas, isPaused, hasStream } = contender
  await createTable(url, tableName, hasStream && streaming)
  for (const region of replicas) {
    await addReplica(url, tableName, region)
    if (isPaused) await pauseLink(url, { tableName, to: region, paused: true })
  }
}

/** Between two contenders nothing is left over of the first: replicas catch up before the next begins. */
async function measureCost(url: string, port: number): Promise<ReadonlyMap<string, MedianLoad>> {
  using load = new LoadGenerator()
  const all = contenders.map(({ name, tableName, replicas, isPaused }) => {
    const bodies = changingPuts(tableName)
    const request = { port, operation: 'PutItem', bodies, connections, operationsMax }
    const run = async (durationMs: number): Promise<LoadResult> => {
      const result = await load.run({ ...request, durationMs })
      if (replicas.length > 0 && !isPaused) await untilLevel({ url, region: home }, tableName)
      return result
    }
    return { name, run }
  })
  return await medianLoads(all, roundOptions)
}

async function untilLevel(place: Place, tableName: string): Promise<void> {
  for (;;) {
    const links = await linksOf(place, tableName)
    if (links.every(({ pending }) => pending === 0)) return
    await pause(pollMs)
  }
}

function reportCost(results: ReadonlyMap<string, MedianLoad>): void {
  const rows = contenders.map(({ name }) => {
    const { operationsPerSecond, ofFirst, p50Ms, p99Ms } = results.get(name)!
    const times = [p50Ms.toFixed(2), p99Ms.toFixed(2)]
    return [name, operationsPerSecond.toFixed(0), `${ofFirst.toFixed(2)}x`, ...times]
  })
  console.log(`Durable PutItems of 1 KB over ${connections} connections, on ${machine()}`)
  console.log(table(['', 'per second', 'of regional', 'p50 ms', 'p99 ms'], rows))
}

interface Lag {
  /** From sending the write to its answer, and to the first read that sees it in the other region. */
  readonly answered: readonly number[]
  readonly seen: readonly number[]
}

async function measureLag(pair: Pair): Promise<Lag> {
  const here = clientIn(pair.here, home)
  const there = clientIn(pair.there, near)
  const { tableName: TableName, timedWrites } = pair
  const [answered, seen]: [number[], number[]] = [[], []]
  for (let n = 0; n < timedWrites; n++) {
    const Item = { pk: { S: `lag#${n}` }, sk: { S: 'x' } }
    const sentAt = performance.now()
    await here.send(new PutItemCommand({ TableName, Item }))
    answered.push(performance.now() - sentAt)
    while (!(await there.send(new GetItemCommand({ TableName, Key: Item }))).Item) continue
    seen.push(performance.now() - sentAt)
  }
  here.destroy()
  there.destroy()
  return { answered, seen }
}

function reportLag({ answered, seen }: Lag, { timedWrites, lagMsWanted }: Pair): void {
  const behind = seen.map((time, n) => time - answered[n]!)
  const row = (name: string, times: readonly number[]) => {
    return [name, quantile(times, 0.5).toFixed(2), quantile(times, 0.99).toFixed(2)]
  }
  const rows = [
    row('write answered, since sent', answered),
    row('seen in the other region, since sent', seen),
    row('seen in the other region, since it was answered', behind),
  ]
  console.log(`\n${timedWrites} single writes while a reader polls the other region`)
  console.log(table(['', 'p50 ms', 'p99 ms'], rows))
  const p99 = quantile(behind, 0.99)
  const what = `a write is seen elsewhere ${p99.toFixed(1)} ms after it was answered (p99)`
  console.log(targetLine(`${what}, wanted ${lagMsWanted} ms`, p99 <= lagMsWanted))
}

interface CatchUp {
  readonly writes: number
  readonly writtenMs: number
  readonly caughtUpMs: number
}

async function measureCatchUp(pair: Pair, writes: number): Promise<CatchUp> {
  const { here, there, tableName } = pair
  using load = new LoadGenerator()
  await pauseLink(there, { tableName, to: near, paused: true })
  const port = Number(new URL(here).port)
  const job = { port, operation: 'PutItem', bodies: changingPuts(tableName), connections }
  const startedAt = performance.now()
  const { operations } = await load.run({ ...job, operationsMax: writes, durationMs: 3_600_000 })
  const writtenMs = performance.now() - startedAt
  const resumedAt = performance.now()
  await pauseLink(there, { tableName, to: near, paused: false })
  await untilLevel({ url: there, region: near }, tableName)
  return { writes: operations, writtenMs, caughtUpMs: performance.now() - resumedAt }
}

function reportCatchUp({ writes, writtenMs, caughtUpMs }: CatchUp): void {
  const row = (name: string, ms: number) => [
    name,
    (ms / 1000).toFixed(1),
    ((writes * 1000) / ms).toFixed(0),
  ]
  console.log(`\n${writes} writes during a pause`)
  console.log(
    table(['', 'seconds', 'per second'], [row('written', writtenMs), row('caught up', caughtUpMs)]),
  )
  const what = 'a region catches up faster than it was written to'
  console.log(targetLine(what, caughtUpMs < writtenMs))
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
