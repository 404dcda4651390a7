/** Random numbers that can be repeated: the same numbers for the same seed. */
export interface SeededRandom {
  /** From zero up to, not including, one. */
  readonly fraction: () => number
  /** A whole number from zero up to, not including, the bound. */
  readonly below: (bound: number) => number
  readonly pick: <T>(values: readonly T[]) => T
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(fraction() * bound)
  return { fraction, below, pick: (values) => values[below(values.length)]! }
}
