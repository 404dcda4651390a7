/** From values to places on an axis, and the values that an axis names. */
export type ScaleKind = 'linear' | 'log'

export interface Scale {
  readonly ticks: readonly number[]
  /** Between 0 and 1, for values within the scale. */
  readonly place: (value: number) => number
}

/** A logarithm has no place for zero and what is below it. */
export function hasPlace(value: number, kind: ScaleKind): boolean {
  return Number.isFinite(value) && (kind === 'linear' || value > 0)
}

/** Reaches from the smallest value, or from 0 if linear, to the largest; whole ticks at both ends. */
export function scaleOf(values: readonly number[], kind: ScaleKind): Scale {
  const placed = values.filter((value) => hasPlace(value, kind))
  return kind === 'log' ? logScale(placed) : linearScale(placed)
}

const linearTicks = 5

function linearScale(values: readonly number[]): Scale {
  const low = least(values, 0)
  const high = most(values, 0)
  const step = roundStep((high - low || 1) / linearTicks)
  const first = Math.floor(low / step + tolerance)
  const last = Math.max(Math.ceil(high / step - tolerance), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => exact((first + n) * step))
  return between(ticks, (value) => value)
}

/** Rounding errors must not add a tick. */
const tolerance = 1e-9

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = [1, 2, 5, 10].find((one) => one * power >= wanted * (1 - tolerance)) ?? 10
  return factor * power
}

const decadesWithHalves = 3

function logScale(values: readonly number[]): Scale {
  const low = Math.floor(Math.log10(most([least(values, Infinity)].filter(isFinite), 0) || 1))
  const high = Math.max(Math.ceil(Math.log10(most(values, 0) || 1) - tolerance), low + 1)
  const powers = Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n))
  const few = high - low <= decadesWithHalves
  const ticks = few ? powers.flatMap((power) => [power, 2 * power, 5 * power]) : powers
  return between(ticks.filter((tick) => tick <= powers.at(-1)!).map(exact), (value) =>
    Math.log10(value),
  )
}

function between(ticks: readonly number[], measure: (value: number) => number): Scale {
  const [low, high] = [measure(ticks[0]!), measure(ticks.at(-1)!)]
  return { ticks, place: (value) => (measure(value) - low) / (high - low) }
}

function least(values: readonly number[], start: number): number {
  return values.reduce((low, value) => Math.min(low, value), start)
}

function most(values: readonly number[], start: number): number {
  return values.reduce((high, value) => Math.max(high, value), start)
}

/** 0.1 * 3 is 0.3 on an axis. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

const steps: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** With at most three figures: 950, 22.8k, 1.5M. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  const [unit, letter] = steps.find(([step]) => size >= step * 0.9995) ?? [1, '']
  return `${Number((value / unit).toPrecision(3))}${letter}`
}
