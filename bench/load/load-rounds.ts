/** Interleaved rounds of load, as `rounds.ts` has them for functions. */
import { median } from '../rounds.js'
import type { LoadResult } from './load-result.js'

export interface LoadContender {
  readonly name: string
  run(durationMs: number): Promise<LoadResult>
}

export interface LoadRoundOptions {
  readonly rounds: number
  readonly roundMs: number
  readonly warmUpMs: number
}

/** The medians of each contender, by its name. */
export async function medianLoads(
  contenders: readonly LoadContender[],
  options: LoadRoundOptions,
): Promise<ReadonlyMap<string, LoadResult>> {
  for (const contender of contenders) await contender.run(options.warmUpMs)
  const results = contenders.map((): LoadResult[] => [])
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      results[index]!.push(await contender.run(options.roundMs))
    }
  }
  return new Map(contenders.map(({ name }, index) => [name, mediansOf(results[index]!)]))
}

function mediansOf(results: readonly LoadResult[]): LoadResult {
  return {
    operationsPerSecond: median(results.map((result) => result.operationsPerSecond)),
    p50Ms: median(results.map((result) => result.p50Ms)),
    p99Ms: median(results.map((result) => result.p99Ms)),
  }
}
