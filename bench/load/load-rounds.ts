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

export interface MedianLoad extends LoadResult {
  /**
   * Operations per second as a multiple of the first contender's in the same round, as the median.
   * A machine that is slow for some seconds is slow for a whole round.
   */
  readonly ofFirst: number
}

/** The medians of each contender, by its name. */
export async function medianLoads(
  contenders: readonly LoadContender[],
  options: LoadRoundOptions,
): Promise<ReadonlyMap<string, MedianLoad>> {
  for (const contender of contenders) await contender.run(options.warmUpMs)
  const results = contenders.map((): LoadResult[] => [])
  for (let round = 0; round < options.rounds; round++) {
    // Each round starts with another contender, so that it is not always the same one that follows
    // a heavy one.
    for (const offset of contenders.keys()) {
      const index = (round + offset) % contenders.length
      results[index]!.push(await contenders[index]!.run(options.roundMs))
    }
  }
  const [first = []] = results
  return new Map(contenders.map(({ name }, index) => [name, mediansOf(results[index]!, first)]))
}

function mediansOf(results: readonly LoadResult[], first: readonly LoadResult[]): MedianLoad {
  const ratios = results.map((one, i) => one.operationsPerSecond / first[i]!.operationsPerSecond)
  return {
    ofFirst: median(ratios),
    operations: results.reduce((sum, { operations }) => sum + operations, 0),
    operationsPerSecond: median(results.map((result) => result.operationsPerSecond)),
    p50Ms: median(results.map((result) => result.p50Ms)),
    p99Ms: median(results.map((result) => result.p99Ms)),
  }
}
