/** From `gramme start` on a built tree to the first healthy answer, and what it then holds in memory. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../scripts/server-process.js'
import { machine, targetLine } from './report.js'
import { median } from './rounds.js'

const rounds = 7
const settleMs = 1000
const readyMsMax = 500
const idleMegabytesMax = 120

interface Start {
  readonly readyMs: number
  readonly idleMegabytes: number
}

export async function runStartUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-bench-'))
  try {
    const starts: Start[] = []
    // The first start also makes the data folder; the later ones open it.
    for (let round = 0; round < rounds; round++) starts.push(await start(join(folder, 'data')))
    report(starts)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<Start> {
  await using server = await startServerProcess({ args: ['--data-dir', dataDir] })
  await pause(settleMs)
  return { readyMs: server.readyMs, idleMegabytes: residentMegabytes(server.pid) }
}

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function report(starts: readonly Start[]): void {
  const readyMs = median(starts.map((start) => start.readyMs))
  const idle = median(starts.map((start) => start.idleMegabytes))
  const each = starts.map((start) => start.readyMs.toFixed(0)).join(', ')
  console.log(`Start-up and idle memory, medians of ${rounds} starts, on ${machine()}`)
  console.log(`ready after ${readyMs.toFixed(0)} ms (${each}), idle at ${idle.toFixed(0)} MB`)
  console.log(targetLine(`ready within ${readyMsMax} ms`, readyMs <= readyMsMax))
  console.log(targetLine(`idle under ${idleMegabytesMax} MB`, idle < idleMegabytesMax))
}
