/** Operators on numbers, series and arrays of series. A slot without a value on one side has none in the result. */
import { MathFault } from './math-fault.js'
import type { MathOperator } from './math-node.js'
import {
  arrayValue,
  atPeriod,
  commonSlots,
  numberValue,
  seriesValue,
  withValues,
  type MathSeries,
  type MathValue,
} from '../math-series.js'

type Combine = (left: number, right: number) => number

const truth = (isTrue: boolean): number => (isTrue ? 1 : 0)

const combinations: Readonly<Record<MathOperator, Combine>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  AND: (left, right) => truth(left !== 0 && right !== 0),
  OR: (left, right) => truth(left !== 0 || right !== 0),
}

export function combined(operator: MathOperator, left: MathValue, right: MathValue): MathValue {
  const combine = combinations[operator]
  if (left.kind === 'text' || right.kind === 'text') throw unsuited(operator, left, right)
  if (left.kind === 'number') {
    if (right.kind === 'number') return numberValue(combine(left.value, right.value))
    return mapped(right, (value) => combine(left.value, value))
  }
  if (right.kind === 'number') return mapped(left, (value) => combine(value, right.value))
  if (left.kind === 'series') {
    return eachOf(right, (series) => combinedSeries(combine, left.series, series, series.label))
  }
  if (right.kind === 'array') throw unsuited(operator, left, right)
  return eachOf(left, (series) => combinedSeries(combine, series, right.series, series.label))
}

/** A function of single values; where there is none, there is none in the result. */
export function mapped(value: MathValue, map: (value: number) => number): MathValue {
  if (value.kind === 'number') return numberValue(map(value.value))
  return eachOf(value, (series) =>
    withValues(series, (each) => (Number.isNaN(each) ? NaN : map(each))),
  )
}

/** A function of series, done to one or to each of an array. */
export function eachOf(value: MathValue, map: (series: MathSeries) => MathSeries): MathValue {
  if (value.kind === 'series') return seriesValue(map(value.series))
  if (value.kind === 'array') return arrayValue(value.list.map(map))
  throw new MathFault(`A time series is needed, but there is ${nameOf(value)}`)
}

function combinedSeries(
  combine: Combine,
  left: MathSeries,
  right: MathSeries,
  label: string,
): MathSeries {
  const slots = commonSlots([left, right])
  const values = atPeriod(left, slots)
  const others = atPeriod(right, slots)
  return withValues({ ...slots, values, label }, (value, slot) => {
    const other = others[slot]!
    return Number.isNaN(value) || Number.isNaN(other) ? NaN : combine(value, other)
  })
}

function unsuited(operator: MathOperator, left: MathValue, right: MathValue): MathFault {
  return new MathFault(
    `Unsupported operands of '${operator}': ${nameOf(left)} and ${nameOf(right)}`,
  )
}

export function nameOf({ kind }: MathValue): string {
  const names = {
    number: 'a number',
    text: 'a text',
    series: 'a time series',
    array: 'an array of time series',
  } as const
  return names[kind]
}
