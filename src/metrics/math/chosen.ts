/** IF: one value or another, decided at each time if the condition is a series. */
import {
  atPeriod,
  commonSlots,
  withValues,
  seriesValue,
  type MathSeries,
  type MathValue,
} from '../math-series.js'
import { MathFault } from './math-fault.js'

/** Without `otherwise`, there is no value where the condition does not hold. */
export function chosen(
  condition: MathValue,
  then: MathValue,
  otherwise: MathValue | undefined,
): MathValue {
  if (condition.kind === 'number') return (condition.value === 0 ? otherwise : then) ?? none(then)
  if (condition.kind !== 'series') throw wrongOperands()
  const branches = [then, otherwise].flatMap((value) =>
    value?.kind === 'series' ? [value.series] : [],
  )
  const slots = commonSlots([condition.series, ...branches])
  const conditions = atPeriod(condition.series, slots)
  const [held, missed] = [then, otherwise].map((value) => valuesOf(value, slots))
  const { label } = branches[0] ?? condition.series
  return seriesValue(
    withValues({ ...slots, values: conditions, label }, (value, slot) => {
      if (Number.isNaN(value)) return NaN
      return (value === 0 ? missed! : held!)(slot)
    }),
  )
}

function none(then: MathValue): MathValue {
  if (then.kind !== 'series') return { kind: 'number', value: NaN }
  return seriesValue(withValues(then.series, () => NaN))
}

function valuesOf(
  value: MathValue | undefined,
  slots: ReturnType<typeof commonSlots>,
): (slot: number) => number {
  if (value === undefined) return () => NaN
  if (value.kind === 'number') return () => value.value
  if (value.kind !== 'series') throw wrongOperands()
  const values = atPeriod(value.series satisfies MathSeries, slots)
  return (slot) => values[slot]!
}

function wrongOperands(): MathFault {
  return new MathFault('IF takes numbers and time series')
}
