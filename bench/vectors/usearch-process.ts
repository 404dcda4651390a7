/**
 * The process of `usearch.ts`: the library on the same vectors, in a process of its own because its calls hold the event
 * loop.
 */
import { createRequire } from 'node:module'
import { makeVectors } from './made-vectors.js'
import { wanted } from './truth.js'
import { queriesOf, type InstalledJob, type UsearchResult } from './usearch.js'
import { runJobs } from '../load/job-process.js'
import { loadResult } from '../load/load-result.js'

interface UsearchModule {
  Index: new (options: object) => {
    add(keys: BigUint64Array, vectors: Float32Array, threads: number): void
    search(vector: Float32Array, count: number, threads: number): { keys: BigUint64Array }
  }
}

/** As many as a call adds. */
const batch = 1000

runJobs(async (job: InstalledJob): Promise<UsearchResult> => {
  const { size, seed, installed, threads } = job
  const { Index } = createRequire(import.meta.url)(installed) as UsearchModule
  const { dimensions, count } = size
  const index = new Index({
    metric: 'cos',
    quantization: job.numbers,
    dimensions,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 64,
  })
  const next = makeVectors(size, seed)
  let buildMs = 0
  let buildProcessorMs = 0
  for (let first = 0; first < count; first += batch) {
    const length = Math.min(batch, count - first)
    const keys = BigUint64Array.from({ length }, (_, i) => BigInt(first + i))
    const vectors = new Float32Array(length * dimensions)
    for (let i = 0; i < length; i++) vectors.set(next(), i * dimensions)
    const start = performance.now()
    const usedBefore = process.cpuUsage()
    index.add(keys, vectors, threads)
    const { user, system } = process.cpuUsage(usedBefore)
    buildMs += performance.now() - start
    buildProcessorMs += (user + system) / 1000
  }
  const latencies: number[] = []
  const found = queriesOf(job).map((query) => {
    const start = performance.now()
    const { keys } = index.search(query, wanted, 1)
    latencies.push(performance.now() - start)
    return [...keys].map(Number)
  })
  const { p50Ms, p99Ms } = loadResult(Float64Array.from(latencies), 1)
  const { rss } = process.memoryUsage()
  return { buildMs, buildProcessorMs, p50Ms, p99Ms, found, residentBytes: rss }
})
