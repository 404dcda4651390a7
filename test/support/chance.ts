/**
 * Random choices by seed: the same seed makes the same choices, so a failing run can be repeated
 * with GRAMME_SEED (its choices, not the machine's timing).
 */
import { randomInt } from 'node:crypto'

/** A number from 0 up to but not including 1. */
export type Chance = () => number

/** The seed of this run: GRAMME_SEED, or a new one. Tests print it if they fail. */
export const seed = Number(process.env['GRAMME_SEED'] ?? randomInt(2 ** 31))

/** A small random number generator with a seed (the algorithm known as mulberry32). */
export function chanceOf(start: number): Chance {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 up to but not including `bound`. */
export function below(chance: Chance, bound: number): number {
  return Math.floor(chance() * bound)
}

export function oneOf<T>(chance: Chance, choices: readonly T[]): T {
  return choices[below(chance, choices.length)]!
}

/** Picks `count` different elements of `choices`, in random order. */
export function someOf<T>(chance: Chance, choices: readonly T[], count: number): readonly T[] {
  const rest = [...choices]
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    return rest.splice(below(chance, rest.length), 1)[0]!
  })
}
