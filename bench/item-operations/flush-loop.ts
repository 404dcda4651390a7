/** One flush per write, with nothing around it: appends an item to a file and flushes, in a loop. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { loadResult, type LoadResult } from '../load/load-result.js'

const flushesMax = 1_000_000

export function flushLoop(file: string, bytes: Buffer, durationMs: number): LoadResult {
  const latenciesMs: number[] = []
  const descriptor = openSync(file, 'w')
  const start = performance.now()
  let now = start
  while (now - start < durationMs && latenciesMs.length < flushesMax) {
    writeSync(descriptor, bytes)
    fdatasyncSync(descriptor)
    latenciesMs.push(performance.now() - now)
    now = performance.now()
  }
  closeSync(descriptor)
  return loadResult(Float64Array.from(latenciesMs), now - start)
}
