/**
 * Latency at half load: for each row, how many requests a second a server answers at most, then how long it takes
 * for each if half as many come.
 *
 * Each row is measured in several rounds, and the round with the smallest p99 counts: on a busy machine others add to
 * the tail, never take from it. Takes about four minutes. The sender needs a core of its own.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { PacedLoad, type PacedResult } from './latency/paced-load.js'
import { LoadGenerator } from './load/load.js'
import { fillForRows, loadRows, rowConnections, type LoadRow } from './load/rows.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, ratio, table, targetLine } from './report.js'

const warmUpMs = 3000
const saturatedMs = 4000
const pacedMs = 3000
const rounds = 3
const operationsMax = 400_000
const pacedConnections = 256
const ratioMax = 4

export async function runLatency(): Promise<void> {
  console.log(`Latency at half of the rate that saturates the server, on ${machine()}`)
  await withDataFolder(async (folder) => {
    await measure('lmdb', ['--data-dir', join(folder, 'data')])
    await measure('memory', ['--engine', 'memory'])
  })
}

interface Half extends PacedResult {
  readonly name: string
  readonly saturatedPerSecond: number
}

async function measure(engine: string, args: readonly string[]): Promise<void> {
  await using server = await startServerProcess({ args })
  await fillForRows(server)
  const halves: Half[] = []
  for (const row of loadRows()) halves.push(await halfLoad(server, row))
  report(engine, halves)
}

async function halfLoad(server: ServerProcess, row: LoadRow): Promise<Half> {
  const saturatedPerSecond = await saturated(server, row)
  using load = new PacedLoad()
  const pace = { perSecond: saturatedPerSecond / 2, durationMs: pacedMs }
  const job = { ...row, port: portOf(server), connections: pacedConnections, ...pace }
  const results: PacedResult[] = []
  for (let round = 0; round < rounds; round++) results.push(await load.run(job))
  const best = results.reduce((a, b) => (b.p99Ms < a.p99Ms ? b : a))
  return { name: row.name, saturatedPerSecond, ...best }
}

async function saturated(server: ServerProcess, row: LoadRow): Promise<number> {
  using load = new LoadGenerator()
  const job = { ...row, port: portOf(server), connections: rowConnections, operationsMax }
  await load.run({ ...job, durationMs: warmUpMs })
  return (await load.run({ ...job, durationMs: saturatedMs })).operationsPerSecond
}

function report(engine: string, halves: readonly Half[]): void {
  const rows = halves.map((half) => {
    const { name, saturatedPerSecond, p50Ms, p99Ms, p999Ms, worstMs, late99Ms } = half
    const ms = [p50Ms, p99Ms, p999Ms, worstMs, late99Ms].map((each) => each.toFixed(2))
    return [name, saturatedPerSecond.toFixed(0), ...ms, ratio(p99Ms, p50Ms)]
  })
  const figures = ['p50 ms', 'p99 ms', 'p99.9 ms', 'worst ms', 'sent late, p99 ms', 'p99/p50']
  console.log(table([engine, 'saturated at', ...figures], rows))
  for (const { name, p50Ms, p99Ms } of halves) {
    if (p99Ms <= ratioMax * p50Ms) continue
    console.log(targetLine(`${name}: ${ratio(p99Ms, p50Ms)}, at most ${ratioMax}x`, false))
  }
  const held = halves.every(({ p50Ms, p99Ms }) => p99Ms <= ratioMax * p50Ms)
  console.log(targetLine(`p99 on ${engine} at most ${ratioMax} times p50`, held))
}
