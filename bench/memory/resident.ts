/**
 * What a process has in memory, as Linux counts it.
 *
 * Anonymous memory is the process's own: heap, buffers, stacks. The rest is pages of files that the system keeps in
 * its cache and takes back when it needs room: the program itself, and LMDB's file.
 */
import { readFileSync } from 'node:fs'
import { processTree } from '../compare/process-tree.js'

export interface Resident {
  readonly anonymousMb: number
  /** Pages of the data file. */
  readonly dataMb: number
  /** Pages of the program and its libraries. */
  readonly programMb: number
}

export function residentOf(pid: number): Resident {
  const anonymousMb = anonymousMbOf(pid)
  let dataKb = 0
  let isData = false
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isData = line.endsWith('.mdb')
    else if (isData && line.startsWith('Rss:')) dataKb += Number(/\d+/.exec(line)![0])
  }
  const fileKb = statusKb(pid, 'RssFile') + statusKb(pid, 'RssShmem')
  return { anonymousMb, dataMb: dataKb / 1024, programMb: (fileKb - dataKb) / 1024 }
}

export function anonymousMbOf(pid: number): number {
  return statusKb(pid, 'RssAnon') / 1024
}

function statusKb(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}

/** The most anonymous memory that a server's processes have together while something runs. */
export async function peakMbDuring<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly peakMb: number }> {
  const pids = processTree(pid)
  const nowMb = () => pids.reduce((sum, each) => sum + anonymousMbOf(each), 0)
  let peakMb = nowMb()
  const look = setInterval(() => (peakMb = Math.max(peakMb, nowMb())), lookMs)
  try {
    const result = await run()
    return { result, peakMb: Math.max(peakMb, nowMb()) }
  } finally {
    clearInterval(look)
  }
}

const lookMs = 50

export interface HeapMb {
  readonly used: number
  readonly total: number
  readonly external: number
}

/** As the server says it. */
export async function heapOf(url: string): Promise<HeapMb> {
  const text = await metricsOf(url)
  const mb = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 2 ** 20
  return {
    used: mb('nodejs_heap_size_used_bytes'),
    total: mb('nodejs_heap_size_total_bytes'),
    external: mb('nodejs_external_memory_bytes'),
  }
}

/** How late the event loops of a server were since this was last asked, at worst. */
export async function eventLoopLagMs(url: string): Promise<number> {
  const lags = (await metricsOf(url)).matchAll(/^nodejs_eventloop_lag_max_seconds\S* (\S+)/gm)
  return Math.max(0, ...Array.from(lags, ([, seconds]) => Number(seconds) * 1000))
}

async function metricsOf(url: string): Promise<string> {
  const answer = await fetch(new URL('/metrics', url), { headers: { connection: 'close' } })
  return answer.text()
}
