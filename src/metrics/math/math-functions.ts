/** The functions of metric math, by name. Those that are not here are refused, also if CloudWatch has them. */
import { eachOf, mapped, nameOf } from './arithmetic.js'
import { firstOf, sliced, sorted, withoutEmpty } from './array-functions.js'
import { chosen } from './chosen.js'
import { filled } from './filled.js'
import { MathFault } from './math-fault.js'
import type { MathScope } from './math-scope.js'
import {
  numberValue,
  seriesValue,
  withValues,
  type MathSeries,
  type MathValue,
} from '../math-series.js'
import { reduced, reductions } from './reductions.js'
import { seriesFunctions, valueFunctions } from './series-functions.js'

interface MathFunction {
  /** How many operands it takes. */
  readonly from: number
  readonly to: number
  readonly compute: (operands: readonly MathValue[], scope: MathScope) => MathValue
}

const one = (compute: (value: MathValue, scope: MathScope) => MathValue): MathFunction => ({
  from: 1,
  to: 1,
  compute: ([value], scope) => compute(value!, scope),
})

const functions: ReadonlyMap<string, MathFunction> = new Map([
  ...Object.entries(valueFunctions).map(
    ([name, of]) => [name, one((value) => mapped(value, of))] as const,
  ),
  ...Object.entries(reductions).map(
    ([name, of]) => [name, one((value) => reduced(value, of))] as const,
  ),
  ...Object.entries(seriesFunctions).map(
    ([name, of]) => [name, one((value) => eachOf(value, of))] as const,
  ),
  ['METRIC_COUNT', one((value) => numberValue(requireArray(value).length))],
  ['PERIOD', one((value) => numberValue(periodOf(value)))],
  ['TIME_SERIES', one(constant)],
  ['FIRST', one((value) => firstOf(requireArray(value), 0))],
  ['LAST', one((value) => firstOf(requireArray(value), -1))],
  ['REMOVE_EMPTY', one((value) => withoutEmpty(requireArray(value)))],
  [
    'FILL',
    {
      from: 2,
      to: 2,
      compute: ([value, filler]) => eachOf(value!, (series) => filled(series, filler!)),
    },
  ],
  [
    'IF',
    {
      from: 2,
      to: 3,
      compute: ([condition, then, otherwise]) => chosen(condition!, then!, otherwise),
    },
  ],
  ['SLICE', { from: 2, to: 3, compute: ([value, ...rest]) => sliced(requireArray(value!), rest) }],
  ['SORT', { from: 3, to: 4, compute: ([value, ...rest]) => sorted(requireArray(value!), rest) }],
])

/** Words that some functions take. */
export const mathWords: ReadonlySet<string> = new Set([
  'REPEAT',
  'LINEAR',
  'ASC',
  'DESC',
  ...Object.keys(reductions),
])

export function requireFunction(name: string, operands: number): MathFunction {
  const found = functions.get(name)
  if (found === undefined) throw new MathFault(`Function '${name}' not found`)
  if (operands < found.from || operands > found.to) {
    throw new MathFault(`Function '${name}' does not take ${operands} operands`)
  }
  return found
}

function requireArray(value: MathValue): readonly MathSeries[] {
  if (value.kind === 'array') return value.list
  throw new MathFault(`An array of time series is needed, but there is ${nameOf(value)}`)
}

/** AWS: only of a metric, not of what is computed from one. */
function periodOf(value: MathValue): number {
  const metric = value.kind === 'series' ? value.series.metric : undefined
  if (metric === undefined) throw new MathFault('PERIOD takes a metric')
  return metric.periodSeconds
}

function constant(value: MathValue, { startMs, endMs, periodMs }: MathScope): MathValue {
  if (value.kind !== 'number') throw new MathFault('TIME_SERIES takes a number')
  const values = new Float64Array(Math.ceil((endMs - startMs) / periodMs))
  return seriesValue(withValues({ startMs, periodMs, values, label: '' }, () => value.value))
}
