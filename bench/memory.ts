/**
 * How much memory a server takes: under the load that the goal is stated for, row after row, and with a thousand
 * connections of which one in ten hardly reads its answers, in one process and with two workers.
 *
 * Takes about four minutes; `npm run bench memory rows` and `memory crowd` run a part. Linux only.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { tableName } from './item-operations/requests.js'
import { LoadGenerator } from './load/load.js'
import { fillForRows, loadRows, rowConnections, type LoadRow } from './load/rows.js'
import { portOf, withDataFolder } from './load/server.js'
import { Crowd, type CrowdResult } from './memory/crowd.js'
import { eventLoopLagMs, heapOf, peakMbDuring, residentOf } from './memory/resident.js'
import { machine, table, targetLine } from './report.js'
import { send } from './stalls/heavy-request.js'
import { Pinger } from './stalls/pinger.js'

const rowMs = 8000
const operationsMax = 400_000
const residentMbMax = 200
/** With a thousand connections, which have buffers of their own, and this much for requests under way. */
const inFlightMb = 64
const crowd = { readers: 900, slowReaders: 100, durationMs: 10_000 }
/** A busy machine delays answers too, so the smallest of the longest waits counts, as in `stalls.ts`. */
const tries = 3
const workers = 2
/** How long anybody may wait for an answer beside all that. */
const stallMsMax = 50

const parts: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  async rows(folder) {
    await measureRows('lmdb', ['--data-dir', join(folder, 'rows')])
    await measureRows('memory', ['--engine', 'memory'])
  },
  async crowd(folder) {
    await measureCrowd(1, ['--data-dir', join(folder, 'crowd')])
    const several = ['--workers', String(workers)]
    await measureCrowd(workers, ['--data-dir', join(folder, 'crowd-of-workers'), ...several])
  },
}

export function areMemoryArguments(args: readonly string[]): boolean {
  return args.every((arg) => arg in parts)
}

export async function runMemory(args: readonly string[] = []): Promise<void> {
  console.log(`Resident memory in MB, on ${machine()}`)
  for (const [name, run] of Object.entries(parts)) {
    if (args.length === 0 || args.includes(name)) await withDataFolder(run)
  }
}

const head = ['in all', 'anonymous', 'peak', 'data file', 'program', 'heap', 'used', 'external']

async function measureRows(engine: string, args: readonly string[]): Promise<void> {
  await using server = await startServerProcess({ args })
  const cells = [['started', '', ...(await memoryCells(server))]]
  await fillForRows(server)
  cells.push(['filled', '', ...(await memoryCells(server))])
  let mostMb = 0
  for (const row of loadRows()) {
    const { cell, inAllMb } = await measureRow(server, row)
    cells.push(cell)
    mostMb = Math.max(mostMb, inAllMb)
  }
  console.log(table([`${engine}, ${rowConnections} connections`, 'per second', ...head], cells))
  const what = `${engine}: ${mostMb.toFixed(0)} MB in all, at most ${residentMbMax}`
  console.log(targetLine(what, mostMb <= residentMbMax))
}

async function measureRow(server: ServerProcess, row: LoadRow) {
  using load = new LoadGenerator()
  const { name, operation, bodies } = row
  const bounds = { connections: rowConnections, durationMs: rowMs, operationsMax }
  const { result, peakMb } = await peakMbDuring(server.pid, () =>
    load.run({ port: portOf(server), operation, bodies, ...bounds }),
  )
  const { dataMb, programMb } = residentOf(server.pid)
  const perSecond = result.operationsPerSecond.toFixed(0)
  const cell = [name, perSecond, ...(await memoryCells(server, peakMb))]
  return { cell, inAllMb: peakMb + dataMb + programMb }
}

async function memoryCells(server: ServerProcess, peakMb?: number): Promise<readonly string[]> {
  const { anonymousMb, dataMb, programMb } = residentOf(server.pid)
  const { total, used, external } = await heapOf(server.url)
  const all = anonymousMb + dataMb + programMb
  const known = [all, anonymousMb, peakMb ?? anonymousMb, dataMb, programMb, total, used, external]
  return known.map((mb) => mb.toFixed(0))
}

async function measureCrowd(processes: number, args: readonly string[]): Promise<void> {
  const limit = ['--memory-in-flight-mb', String(inFlightMb * processes)]
  const program = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url))
  await using server = await startServerProcess({ args: [...args, ...limit], program })
  await fillForRows(server)
  const Keys = await putLargeItems(server)
  const key = { TableName: tableName, Key: { pk: { S: 'ping' }, sk: { S: '1' } } }
  using pinger = new Pinger({ port: portOf(server), pid: server.pid, body: JSON.stringify(key) })
  const slowBody = JSON.stringify({ RequestItems: { [tableName]: { Keys } } })
  const worst: number[] = []
  for (let n = 0; n < tries; n++) {
    using clients = new Crowd()
    // From here on, each look tells the longest delay since the one before.
    await eventLoopLagMs(server.url)
    await pinger.worst()
    const job = { ...crowd, port: portOf(server), rows: loadRows(), slowBody }
    const { result, peakMb } = await peakMbDuring(server.pid, () =>
      clients.run({ ...job, slowOperation: 'BatchGetItem' }),
    )
    const { worstMs, busiestMs, pings } = await pinger.worst()
    const lagMs = await eventLoopLagMs(server.url)
    reportCrowd(processes, result, peakMb)
    console.log(
      `Another client had ${pings} answers meanwhile, the slowest after ${worstMs.toFixed(0)} ms, during which no process of the server worked for more than ${busiestMs.toFixed(0)} ms. Event loops were late by ${lagMs.toFixed(0)} ms at worst, waiting for a core included.`,
    )
    worst.push(worstMs)
  }
  const best = Math.min(...worst)
  const what = `another client waits for ${best.toFixed(0)} ms at most in the best of ${tries} runs, wanted ${stallMsMax}`
  console.log(targetLine(what, best <= stallMsMax))
}

/** What a BatchGetItem returns at most: 16 MB. */
async function putLargeItems(server: ServerProcess): Promise<readonly object[]> {
  const keys = Array.from({ length: 45 }, (_, n) => ({ pk: { S: `large#${n}` }, sk: { S: '1' } }))
  const text = { S: 'x'.repeat(360 * 1024) }
  for (const key of keys) {
    const body = JSON.stringify({ TableName: tableName, Item: { ...key, text } })
    await send(server.url, 'PutItem', body)
  }
  return keys
}

function reportCrowd(processes: number, result: CrowdResult, peakMb: number): void {
  const { readers, slowReaders, durationMs } = crowd
  const { statuses, wrongRefusals, closed, slowClosed } = result
  const how = processes === 1 ? 'one process' : `${processes} workers`
  const clients = `${readers + slowReaders} connections, ${slowReaders} of them slow readers`
  console.log(`${how}, ${clients}, ${durationMs / 1000} s`)
  const answers = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  console.log(
    `Answers: ${answers.join(', ')}. Cut off: ${closed} readers, ${slowClosed} slow ones.`,
  )
  // The process that owns the folder of workers holds no requests of clients.
  const mbMax = processes * (residentMbMax + inFlightMb) + (processes > 1 ? residentMbMax : 0)
  const peak = `${peakMb.toFixed(0)} MB anonymous, at most ${mbMax}`
  console.log(targetLine(peak, peakMb <= mbMax))
  console.log(targetLine('what is refused is retried by SDKs', wrongRefusals === 0))
}
