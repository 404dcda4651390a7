/** Labels with live values, such as `${LAST}` or `${PROP('Dim.TableName')}`. */
import type { MathSeries } from '../../metrics/math-series.js'
import { invalidQuery } from './errors.js'

/** Undefined for values that are not known: nothing is shown in their place. */
type LiveValue = (series: MathSeries, label: string) => string | number | undefined

/** AWS: those that are times are not built. */
const liveValues: Readonly<Record<string, LiveValue>> = {
  LABEL: (_series, label) => label,
  AVG: ({ values }) => average(pointsIn(values)),
  SUM: ({ values }) => pointsIn(values).reduce((sum, value) => sum + value, 0),
  MIN: ({ values }) => pointsIn(values).reduce(least, undefined),
  MAX: ({ values }) => pointsIn(values).reduce(most, undefined),
  FIRST: ({ values }) => pointsIn(values)[0],
  LAST: ({ values }) => pointsIn(values).at(-1),
  DATAPOINT_COUNT: ({ values }) => pointsIn(values).length,
  "PROP('AccountId')": ({ metric }) => metric?.series.scope.account,
  "PROP('Region')": ({ metric }) => metric?.series.scope.region,
  "PROP('Namespace')": ({ metric }) => metric?.series.namespace,
  "PROP('MetricName')": ({ metric }) => metric?.series.metric,
  "PROP('Stat')": ({ metric }) => metric?.statistic,
  "PROP('Period')": ({ metric }) => metric?.periodSeconds,
}

export function hasLiveValues(label: string): boolean {
  return label.includes('${')
}

/** Throws for a live value that is not built. */
export function checkLabel(label: string): void {
  for (const [, name] of label.matchAll(placeholder)) liveValueOf(name!)
}

/** `own` is the label that the series has by itself. */
export function shownLabel(label: string, series: MathSeries, own: string): string {
  if (!hasLiveValues(label)) return label
  return label.replace(placeholder, (_match, name: string) =>
    String(liveValueOf(name)(series, own) ?? ''),
  )
}

const placeholder = /\$\{([^}]*)\}/g
const dimension = /^PROP\('Dim\.(.+)'\)$/

function liveValueOf(name: string): LiveValue {
  if (Object.hasOwn(liveValues, name)) return liveValues[name]!
  const wanted = dimension.exec(name)?.[1]
  if (wanted === undefined) throw invalidQuery(`The dynamic label '\${${name}}' is not supported.`)
  return ({ metric }) => metric?.series.dimensions.find((own) => own.name === wanted)?.value
}

function pointsIn(values: Float64Array): readonly number[] {
  return [...values].filter((value) => !Number.isNaN(value))
}

function average(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function least(known: number | undefined, value: number): number {
  return Math.min(known ?? value, value)
}

function most(known: number | undefined, value: number): number {
  return Math.max(known ?? value, value)
}
