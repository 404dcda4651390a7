/** The result of a run of load. */
export interface LoadResult {
  readonly operations: number
  readonly operationsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export function loadResult(latenciesMs: Float64Array, elapsedMs: number): LoadResult {
  const sorted = latenciesMs.toSorted()
  return {
    operations: sorted.length,
    operationsPerSecond: (sorted.length * 1000) / elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
