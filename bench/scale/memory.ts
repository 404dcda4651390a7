/**
 * Data four times as large as the memory that the server may use: random reads all over it, and the worst
 * stall that a second client sees, which reads one key again and again. The same without a limit beside it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { portOf } from '../load/server.js'
import { barChart } from '../pictures/bar-chart.js'
import { table } from '../report.js'
import { median } from '../rounds.js'
import { Pinger } from '../stalls/pinger.js'
import { fill } from './fill.js'
import { limitMemory } from './memory-limit.js'
import type { ScalePart, Stage } from './part.js'
import { residentMegabytes } from './resident-memory.js'
import { keyOf, type ScaleTable } from './requests.js'

const megabyte = 2 ** 20
const of: ScaleTable = { name: 'wide', itemCount: 500_000, itemBytes: 1024 }
const dataFactor = 4
const connections = 16
const rounds = 8
const roundMs = 3000
/** Rounds that bring what is used most into memory. */
const warmUpRounds = 3
const requestsPerRound = 40_000

export const memoryPart: ScalePart = { name: 'memory', run: measure }

async function measure(stage: Stage): Promise<void> {
  const dataDir = join(stage.folder, 'data')
  await fillFolder(dataDir)
  const dataBytes = statSync(join(dataDir, 'data.mdb')).size
  const limitBytes = Math.floor(dataBytes / dataFactor)
  await using limit = limitMemory(limitBytes)
  if (limit === undefined) {
    console.log('This machine allows no control group: run it as root, on Linux.')
    return
  }
  const [data, allowed] = [dataBytes / megabyte, limitBytes / megabyte]
  console.log(`${data.toFixed(0)} MB of data, ${allowed.toFixed(0)} MB of memory allowed`)
  const limited = await reads(dataDir, limit.through)
  const free = await reads(dataDir, [])
  report(stage, [
    { name: `${allowed.toFixed(0)} MB`, rounds: limited },
    { name: 'no limit', rounds: free },
  ])
}

async function fillFolder(dataDir: string): Promise<void> {
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args: ['--data-dir', dataDir] })
  await createTable(server.url, of.name)
  await fill(load, portOf(server), of)
}

interface ReadRound {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstStallMs: number
  readonly faultsEach: number
  readonly ownMegabytes: number
}

async function reads(dataDir: string, through: readonly string[]): Promise<readonly ReadRound[]> {
  forgetCached(join(dataDir, 'data.mdb'))
  using load = new LoadGenerator()
  await using server = await startServerProcess({ args: ['--data-dir', dataDir], through })
  const hot = JSON.stringify({ TableName: of.name, Key: keyOf(7, of) })
  using pinger = new Pinger({ port: portOf(server), pid: server.pid, body: hot })
  const results: ReadRound[] = []
  for (let round = 0; round < rounds; round++) {
    const result = await readRound(server, load, pinger)
    if (round >= warmUpRounds) results.push(result)
  }
  return results
}

/** Other keys in each round: those of the last one are in memory. */
async function readRound(
  server: ServerProcess,
  load: LoadGenerator,
  pinger: Pinger,
): Promise<ReadRound> {
  const bodies = Array.from({ length: requestsPerRound }, () => {
    const index = Math.floor(Math.random() * of.itemCount)
    return JSON.stringify({ TableName: of.name, Key: keyOf(index, of) })
  })
  await pinger.worst()
  const before = faultsOf(server.pid)
  const bounds = { connections, durationMs: roundMs, operationsMax: requestsPerRound }
  const port = portOf(server)
  const result = await load.run({ port, operation: 'GetItem', bodies, ...bounds })
  const { worstMs } = await pinger.worst()
  return {
    perSecond: result.operationsPerSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    worstStallMs: worstMs,
    faultsEach: (faultsOf(server.pid) - before) / result.operations,
    ownMegabytes: residentMegabytes(server.pid).own,
  }
}

/** What the system has kept of the file so far counts for nobody; so it is read again. */
function forgetCached(file: string): void {
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
}

/** Page faults that waited for the disk, as Linux counts them. */
function faultsOf(pid: number): number {
  const [, afterName] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  return Number(afterName!.split(' ')[9])
}

interface Limited {
  readonly name: string
  readonly rounds: readonly ReadRound[]
}

function report(stage: Stage, all: readonly Limited[]): void {
  const figures = all.map(({ name, rounds }) => {
    const of = (figure: (round: ReadRound) => number): number => median(rounds.map(figure))
    return {
      name,
      perSecond: of(({ perSecond }) => perSecond),
      p50Ms: of(({ p50Ms }) => p50Ms),
      p99Ms: of(({ p99Ms }) => p99Ms),
      medianStallMs: of(({ worstStallMs }) => worstStallMs),
      worstStallMs: Math.max(...rounds.map(({ worstStallMs }) => worstStallMs)),
      faultsEach: of(({ faultsEach }) => faultsEach),
      ownMegabytes: of(({ ownMegabytes }) => ownMegabytes),
    }
  })
  const rows = figures.map((one) => [
    ...[one.name, one.perSecond.toFixed(0), one.p50Ms.toFixed(2), one.p99Ms.toFixed(2)],
    ...[one.medianStallMs.toFixed(0), one.worstStallMs.toFixed(0)],
    ...[one.faultsEach.toFixed(2), one.ownMegabytes.toFixed(0)],
  ])
  const stalls = ['worst stall of a round ms', 'of all ms']
  const rest = ['faults each', 'own MB']
  console.log(table(['GetItem', 'per second', 'p50 ms', 'p99 ms', ...stalls, ...rest], rows))
  const title = 'Random reads of data four times as large as the memory'
  const groups = [
    {
      name: 'requests per second',
      bars: figures.map(({ name, perSecond }) => ({ name, value: perSecond })),
    },
  ]
  stage.draw('scale-memory', barChart({ title, unit: 'requests per second', groups }))
}
