/**
 * What the log of the disk engine saves: transactions of one write of 1 KB, by several clients that wait for each answer,
 * on an engine with its log and on one that commits straight into LMDB's file. Then how long a folder takes to
 * open whose log is full. Interleaved rounds, medians, about two minutes.
 */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../src/storage/engine.js'
import { openLmdbEngine } from '../src/storage/lmdb/lmdb-engine.js'
import type { LmdbOptions } from '../src/storage/lmdb/lmdb-store.js'
import { usualLogLimits } from '../src/storage/lmdb/log/limits.js'
import { withDataFolder } from './load/server.js'
import { machine, ratio, table } from './report.js'
import { median } from './rounds.js'

const keyCounts = [4_000, 100_000]
const clientCounts = [1, 16, 64, 400]
const valueBytes = 1000
const keyBytes = 38
const space = 1
const rounds = 7
const roundMs = 700
const perFill = 500

interface Figures {
  readonly perSecond: number[]
  readonly microseconds: number[]
  readonly latencies: number[]
}

export async function runCommits(): Promise<void> {
  console.log(`Writes of 1 KB, acknowledged when they are on disk, on ${machine()}`)
  for (const keys of keyCounts) await withDataFolder((folder) => compare(folder, keys))
  await withDataFolder(reportOpening)
}

async function compare(folder: string, keys: number): Promise<void> {
  const engines = [
    await filled(
      { dataDir: join(folder, 'straight'), durability: 'durable', straight: true },
      keys,
    ),
    await filled({ dataDir: join(folder, 'log'), durability: 'durable' }, keys),
  ]
  const rows: string[][] = []
  for (const clients of clientCounts) rows.push(await measure(engines, keys, clients))
  const heads = [
    'LMDB/s',
    'log/s',
    'ratio',
    'LMDB p50 ms',
    'log p50 ms',
    'LMDB CPU µs',
    'log CPU µs',
  ]
  console.log(`\nto ${keys} keys\n${table(['clients', ...heads], rows)}`)
  for (const engine of engines) await engine.close()
}

async function filled(options: LmdbOptions, keys: number): Promise<Engine> {
  const engine = await openLmdbEngine(options)
  const create = { kind: 'create-space', space, label: 'bench' } as const
  await engine.transact({ reads: [], decide: () => ({ mutations: [create], result: undefined }) })
  for (let first = 0; first < keys; first += perFill) {
    await Promise.all(Array.from({ length: perFill }, (_, n) => write(engine, first + n)))
  }
  return engine
}

function write(engine: Engine, index: number): Promise<void> {
  const key = Buffer.alloc(keyBytes, 1)
  key.writeUInt32BE(Math.imul(index, 2_654_435_761) >>> 0, 4)
  const put = { kind: 'put', space, key, value: Buffer.alloc(valueBytes, index) } as const
  return engine.transact({
    reads: [{ kind: 'get', space, key }],
    decide: () => ({ mutations: [put], result: undefined }),
  })
}

async function measure(engines: readonly Engine[], keys: number, clients: number) {
  const figures = engines.map((): Figures => ({ perSecond: [], microseconds: [], latencies: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const [at, engine] of engines.entries()) await load(engine, figures[at]!, keys, clients)
  }
  const [straight, log] = figures.map(({ perSecond }) => median(perSecond))
  const column = (name: 'latencies' | 'microseconds', digits: number) =>
    figures.map((each) => median(each[name]).toFixed(digits))
  const rates = [straight!.toFixed(0), log!.toFixed(0), ratio(log!, straight!)]
  return [String(clients), ...rates, ...column('latencies', 2), ...column('microseconds', 0)]
}

let at = 1
const nextIndex = (keys: number): number => (at = (at * 48_271) % 2_147_483_647) % keys

/** One engine after the other, so the processor time of the process is that of the engine and its clients. */
async function load(
  engine: Engine,
  figures: Figures,
  keys: number,
  clients: number,
): Promise<void> {
  const [cpu, startMs] = [process.cpuUsage(), performance.now()]
  let count = 0
  const client = async (): Promise<void> => {
    while (performance.now() - startMs < roundMs) {
      const sentMs = performance.now()
      await write(engine, nextIndex(keys))
      figures.latencies.push(performance.now() - sentMs)
      count++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const { user, system } = process.cpuUsage(cpu)
  figures.perSecond.push((count * 1000) / (performance.now() - startMs))
  figures.microseconds.push((user + system) / count)
}

/** A copy of a folder in use is like one whose server was killed. */
async function reportOpening(folder: string): Promise<void> {
  const logLimits = { ...usualLogLimits, applyDelayMs: 2 ** 30 }
  const dataDir = join(folder, 'used')
  const engine = await filled({ dataDir, durability: 'durable', logLimits }, 5 * perFill)
  await engine.close()
  const again = await openLmdbEngine({ dataDir, durability: 'durable', logLimits })
  const writes = Math.floor(usualLogLimits.fileBytesMax / (valueBytes + 100)) - perFill
  for (let n = 0; n < writes; n += perFill) {
    await Promise.all(Array.from({ length: perFill }, (_, index) => write(again, n + index)))
  }
  const [full, empty] = [join(folder, 'full'), join(folder, 'empty')]
  await cp(dataDir, full, { recursive: true })
  await again.close()
  await cp(dataDir, empty, { recursive: true })
  const [fullMs, emptyMs] = [await openingMs(full), await openingMs(empty)]
  console.log(
    `\nopening a folder: ${emptyMs.toFixed(0)} ms; with ${writes} writes in its log: ${fullMs.toFixed(0)} ms`,
  )
}

async function openingMs(dataDir: string): Promise<number> {
  const startMs = performance.now()
  const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
  const takenMs = performance.now() - startMs
  await engine.close()
  return takenMs
}
