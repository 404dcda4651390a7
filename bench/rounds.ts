/**
 * Interleaved rounds: how contenders are compared on a machine whose speed drifts.
 *
 * Every round runs each contender once, for the same time, and the figure of a contender is the
 * median over the rounds. Drift and other load then affect all alike, so ratios can be trusted
 * where absolute figures cannot. Nothing here knows what is measured.
 */
export interface Contender {
  readonly name: string
  /** One operation. Its result is computed and discarded. */
  run(): unknown
}

export interface RoundOptions {
  readonly rounds: number
  readonly roundMs: number
}

/** Median nanoseconds of one operation, for each contender in their order. */
export function medianNanoseconds(
  contenders: readonly Contender[],
  options: RoundOptions,
): readonly number[] {
  const samples = contenders.map((): number[] => [])
  // The first round only warms the compiler up.
  for (let round = 0; round <= options.rounds; round++) {
    contenders.forEach((contender, index) => {
      const nanoseconds = nanosecondsOf(contender, options.roundMs)
      if (round > 0) samples[index]!.push(nanoseconds)
    })
  }
  return samples.map(median)
}

const operationsPerClockRead = 32

function nanosecondsOf(contender: Contender, roundMs: number): number {
  const start = performance.now()
  let operations = 0
  let elapsedMs = 0
  while (elapsedMs < roundMs) {
    for (let i = 0; i < operationsPerClockRead; i++) sink = contender.run()
    operations += operationsPerClockRead
    elapsedMs = performance.now() - start
  }
  return (elapsedMs * 1e6) / operations
}

/** Where results go, so that the compiler cannot prove them unused. */
export let sink: unknown

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle]!
  return (sorted[middle - 1]! + sorted[middle]!) / 2
}
