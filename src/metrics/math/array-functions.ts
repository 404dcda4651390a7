/** Functions that choose from the series of an array. */
import { arrayValue, seriesValue, type MathSeries, type MathValue } from '../math-series.js'
import { MathFault } from './math-fault.js'
import { reducedSeries, reductions } from './reductions.js'

export function firstOf(list: readonly MathSeries[], at: 0 | -1): MathValue {
  const found = list.at(at)
  if (found === undefined) throw new MathFault('The array has no time series')
  return seriesValue(found)
}

export function withoutEmpty(list: readonly MathSeries[]): MathValue {
  return arrayValue(list.filter(({ values }) => values.some((value) => !Number.isNaN(value))))
}

export function sliced(list: readonly MathSeries[], [from, to]: readonly MathValue[]): MathValue {
  return arrayValue(list.slice(wholeNumber(from), to === undefined ? undefined : wholeNumber(to)))
}

const sortable: ReadonlySet<string> = new Set(['AVG', 'MIN', 'MAX', 'SUM'])

export function sorted(
  list: readonly MathSeries[],
  [by, order, count]: readonly MathValue[],
): MathValue {
  if (by?.kind !== 'text' || !sortable.has(by.text)) {
    throw new MathFault('SORT takes AVG, MIN, MAX or SUM')
  }
  if (order?.kind !== 'text' || !/^(ASC|DESC)$/.test(order.text)) {
    throw new MathFault('SORT takes ASC or DESC')
  }
  const direction = order.text === 'ASC' ? 1 : -1
  const ranked = list
    .map((series) => ({ series, rank: reducedSeries(series, reductions[by.text]!) }))
    .sort((a, b) => direction * (rankValue(a.rank) - rankValue(b.rank)))
  const wanted = ranked.slice(0, count === undefined ? undefined : wholeNumber(count))
  return arrayValue(wanted.map(({ series }) => series))
}

/** A series without values has the least rank. It is finite, so that two of them are equal. */
function rankValue(rank: number): number {
  return Number.isNaN(rank) ? -Number.MAX_VALUE : rank
}

function wholeNumber(value: MathValue | undefined): number {
  if (value?.kind === 'number' && Number.isInteger(value.value) && value.value >= 0)
    return value.value
  throw new MathFault('A whole number is needed')
}
