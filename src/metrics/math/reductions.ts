/** Many values as one: over the time of a series, or over the series of an array at each time. */
import {
  atPeriod,
  commonSlots,
  numberValue,
  seriesValue,
  withValues,
  type MathSeries,
  type MathValue,
} from '../math-series.js'
import { MathFault } from './math-fault.js'

/** Gets values that are numbers. NaN if there is no result. */
export type Reduce = (values: readonly number[]) => number

const sum: Reduce = (values) => values.reduce((total, value) => total + value, 0)
const average: Reduce = (values) => sum(values) / values.length

/** All but the count get at least one value. */
export const reductions: Readonly<Record<string, Reduce>> = {
  SUM: sum,
  AVG: average,
  MIN: (values) => values.reduce((least, value) => Math.min(least, value)),
  MAX: (values) => values.reduce((most, value) => Math.max(most, value)),
  STDDEV(values) {
    const mean = average(values)
    return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length)
  },
  DATAPOINT_COUNT: (values) => values.length,
}

export function reducedSeries({ values }: MathSeries, reduce: Reduce): number {
  const numbers = [...values].filter((value) => !Number.isNaN(value))
  return numbers.length === 0 && reduce !== reductions['DATAPOINT_COUNT'] ? NaN : reduce(numbers)
}

/** AWS: a series becomes a number, an array becomes a series. */
export function reduced(value: MathValue, reduce: Reduce): MathValue {
  if (value.kind === 'series') return numberValue(reducedSeries(value.series, reduce))
  if (value.kind !== 'array') throw new MathFault('A time series or an array of them is needed')
  return seriesValue(acrossSeries(value.list, reduce))
}

function acrossSeries(list: readonly MathSeries[], reduce: Reduce): MathSeries {
  if (list.length === 0)
    return { startMs: 0, periodMs: 60_000, values: new Float64Array(0), label: '' }
  const slots = commonSlots(list)
  const columns = list.map((series) => atPeriod(series, slots))
  const empty = { ...slots, values: new Float64Array(slots.length), label: '' }
  return withValues(empty, (_value, slot) => {
    const numbers: number[] = []
    for (const column of columns) if (!Number.isNaN(column[slot])) numbers.push(column[slot]!)
    return numbers.length === 0 ? NaN : reduce(numbers)
  })
}
