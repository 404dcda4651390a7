/** Functions that compute a series from one: of each value, of its neighbours, or of its time. */
import type { MathSeries } from '../math-series.js'
import { withValues } from '../math-series.js'

export const valueFunctions: Readonly<Record<string, (value: number) => number>> = {
  ABS: Math.abs,
  CEIL: Math.ceil,
  FLOOR: Math.floor,
  LOG: Math.log,
  LOG10: Math.log10,
}

interface Step {
  readonly value: number
  /** The value before, which may be some periods ago. */
  readonly before: number
  readonly seconds: number
}

/** The first value has no difference. */
const stepFunctions: Readonly<Record<string, (step: Step) => number>> = {
  DIFF: ({ value, before }) => value - before,
  DIFF_TIME: ({ seconds }) => seconds,
  RATE: ({ value, before, seconds }) => (value - before) / seconds,
}

/** AWS: these have a value for every period, whether or not the metric has. */
const timeFunctions: Readonly<Record<string, (time: Date) => number>> = {
  MINUTE: (time) => time.getUTCMinutes(),
  HOUR: (time) => time.getUTCHours(),
  // Monday is the first day.
  DAY: (time) => ((time.getUTCDay() + 6) % 7) + 1,
  DATE: (time) => time.getUTCDate(),
  MONTH: (time) => time.getUTCMonth() + 1,
  YEAR: (time) => time.getUTCFullYear(),
  EPOCH: (time) => time.getTime() / 1000,
}

export const seriesFunctions: Readonly<Record<string, (series: MathSeries) => MathSeries>> = {
  RUNNING_SUM: runningSum,
  ...mapEntries(stepFunctions, (of) => (series: MathSeries) => differences(series, of)),
  ...mapEntries(timeFunctions, (of) => (series: MathSeries) => times(series, of)),
}

function mapEntries<T, U>(
  table: Readonly<Record<string, T>>,
  map: (each: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([name, each]) => [name, map(each)]))
}

function runningSum(series: MathSeries): MathSeries {
  let sum = 0
  return withValues(series, (value) => (Number.isNaN(value) ? NaN : (sum += value)))
}

function differences(series: MathSeries, of: (step: Step) => number): MathSeries {
  let last: { readonly value: number; readonly slot: number } | undefined
  return withValues(series, (value, slot) => {
    if (Number.isNaN(value)) return NaN
    const before = last
    last = { value, slot }
    if (before === undefined) return NaN
    const seconds = ((slot - before.slot) * series.periodMs) / 1000
    return of({ value, before: before.value, seconds })
  })
}

function times(
  { startMs, periodMs, ...series }: MathSeries,
  of: (time: Date) => number,
): MathSeries {
  return withValues({ startMs, periodMs, ...series }, (_value, slot) =>
    of(new Date(startMs + slot * periodMs)),
  )
}
