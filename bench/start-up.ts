/**
 * From `gramme start` to the first answer, for the bundle that `npm start` runs and the package ships, and
 * the memory that the server then holds.
 *
 * Every round also runs `node -e 0`, so the ratio says what Gramme adds to a bare Node, whatever else
 * the machine does.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startServerProcess } from '../scripts/server-process.js'
import { machine, ratio, targetLine } from './report.js'
import { median } from './rounds.js'

/** Seen from `dist/bench/`. */
const program = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url))
const rounds = 15
const settleMs = 500
const ratioMax = 2.5
const idleMegabytesMax = 120

interface Round {
  readonly bareMs: number
  readonly readyMs: number
  readonly idleMegabytes: number
}

export async function runStartUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-bench-'))
  try {
    // The first start also creates the data folder and fills the caches; it does not count.
    await runRound(join(folder, 'data'))
    const results: Round[] = []
    for (let i = 0; i < rounds; i++) results.push(await runRound(join(folder, 'data')))
    report(results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runRound(dataDir: string): Promise<Round> {
  const bareMs = bareNodeMs()
  await using server = await startServerProcess({ args: ['--data-dir', dataDir], program })
  await pause(settleMs)
  return { bareMs, readyMs: server.readyMs, idleMegabytes: residentMegabytes(server.pid) }
}

function bareNodeMs(): number {
  const start = performance.now()
  execFileSync(process.execPath, ['-e', '0'])
  return performance.now() - start
}

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function report(results: readonly Round[]): void {
  const readyMs = median(results.map((round) => round.readyMs))
  const bareMs = median(results.map((round) => round.bareMs))
  const reached = median(results.map((round) => round.readyMs / round.bareMs))
  const idle = median(results.map((round) => round.idleMegabytes))
  console.log(`Start-up and idle memory, medians of ${rounds} starts, on ${machine()}`)
  console.log(`ready after ${readyMs.toFixed(0)} ms, node -e 0 takes ${bareMs.toFixed(0)} ms`)
  console.log(`${ratio(reached, 1)} of a bare Node, idle at ${idle.toFixed(0)} MB`)
  console.log(targetLine(`ready within ${ratioMax} times a bare Node`, reached <= ratioMax))
  console.log(targetLine(`idle under ${idleMegabytesMax} MB`, idle < idleMegabytesMax))
}
