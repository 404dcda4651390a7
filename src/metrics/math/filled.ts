/** FILL: values for the periods that have none. */
import { atPeriod, slotsOf, withValues, type MathSeries, type MathValue } from '../math-series.js'
import { MathFault } from './math-fault.js'

export function filled(series: MathSeries, filler: MathValue): MathSeries {
  switch (filler.kind) {
    case 'number':
      return withValues(series, (value) => (Number.isNaN(value) ? filler.value : value))
    case 'series':
      return filledFrom(series, filler.series)
    case 'text':
      if (filler.text === 'REPEAT') return repeated(series)
      if (filler.text === 'LINEAR') return interpolated(series)
      break
    default:
  }
  throw new MathFault('FILL takes a number, a time series, REPEAT or LINEAR')
}

function filledFrom(series: MathSeries, filler: MathSeries): MathSeries {
  const others = atPeriod(filler, slotsOf(series))
  return withValues(series, (value, slot) => (Number.isNaN(value) ? others[slot]! : value))
}

function repeated(series: MathSeries): MathSeries {
  let last = NaN
  return withValues(series, (value) => (Number.isNaN(value) ? last : (last = value)))
}

/** Only between values: what is before the first or after the last is not known. */
function interpolated(series: MathSeries): MathSeries {
  const { values } = series
  const next = nextSlots(values)
  let last = -1
  return withValues(series, (value, slot) => {
    if (!Number.isNaN(value)) {
      last = slot
      return value
    }
    const following = next[slot]!
    if (last === -1 || following === -1) return NaN
    const share = (slot - last) / (following - last)
    return values[last]! + (values[following]! - values[last]!) * share
  })
}

/** For each slot the next one that has a value, or -1. */
function nextSlots(values: Float64Array): Int32Array {
  const next = new Int32Array(values.length)
  let following = -1
  for (let slot = values.length - 1; slot >= 0; slot--) {
    if (!Number.isNaN(values[slot])) following = slot
    next[slot] = following
  }
  return next
}
