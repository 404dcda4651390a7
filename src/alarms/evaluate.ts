/**
 * The state of an alarm, from the points of its periods. Pure.
 *
 * AWS: more periods are looked at than are evaluated. If enough of them have points, the newest of these
 * decide, and missing ones do not matter. Otherwise as few missing ones are filled in as possible.
 */
import {
  missingTreatmentOf,
  type AlarmComparison,
  type AlarmSettings,
  type AlarmState,
} from './alarm.js'

/** A period, with its value if it has one. */
export interface AlarmPoint {
  /** The start of the period. */
  readonly atMs: number
  readonly value?: number
  /** Unknown for the result of an expression. */
  readonly samples?: number
}

export interface RealPoint extends AlarmPoint {
  readonly value: number
}

export type Verdict =
  /** The alarm stays as it is. */
  | { readonly kind: 'retain' }
  | { readonly kind: 'insufficient' }
  | {
      readonly kind: 'decided'
      readonly state: 'OK' | 'ALARM'
      /** The newest points that have values, no more than are evaluated, newest first. */
      readonly points: readonly RealPoint[]
      /** How many missing points were taken for breaching, or for not breaching. */
      readonly filled: number
    }

/** `periods` are all that are looked at, newest first. */
export function evaluateAlarm(settings: AlarmSettings, periods: readonly AlarmPoint[]): Verdict {
  const { evaluationPeriods, datapointsToAlarm = evaluationPeriods } = settings
  const points = periods.filter(isReal).slice(0, evaluationPeriods)
  if (hasTooFewSamples(settings, points)) return { kind: 'retain' }
  const breaching = points.filter(({ value }) => isBreaching(settings, value)).length
  const missing = evaluationPeriods - points.length
  if (missing === 0 || breaching >= datapointsToAlarm) {
    return decided(breaching >= datapointsToAlarm, points)
  }
  const treatment = missingTreatmentOf(settings)
  if (treatment === 'breaching') {
    return decided(breaching + missing >= datapointsToAlarm, points, missing)
  }
  if (treatment === 'notBreaching') return decided(false, points, missing)
  if (points.length === 0) return { kind: treatment === 'ignore' ? 'retain' : 'insufficient' }
  if (breaching < points.length) return decided(false, points)
  return onlyBreaching(periods, datapointsToAlarm, treatment, points)
}

/**
 * All that is known is breaching, but it is too little. AWS: it counts once it is old enough that points
 * which would speak against it should be there. Until then the next point may do that.
 */
function onlyBreaching(
  periods: readonly AlarmPoint[],
  datapointsToAlarm: number,
  treatment: 'missing' | 'ignore',
  points: readonly RealPoint[],
): Verdict {
  const age = periods.indexOf(points.at(-1)!) + 1
  if (treatment === 'ignore' || age < datapointsToAlarm) return { kind: 'retain' }
  return decided(true, points)
}

function decided(isAlarm: boolean, points: readonly RealPoint[], filled = 0): Verdict {
  return { kind: 'decided', state: isAlarm ? 'ALARM' : 'OK', points, filled }
}

export function stateOfVerdict(verdict: Verdict): AlarmState | undefined {
  if (verdict.kind === 'retain') return undefined
  return verdict.kind === 'insufficient' ? 'INSUFFICIENT_DATA' : verdict.state
}

function isReal(point: AlarmPoint): point is RealPoint {
  return point.value !== undefined
}

export function isBreaching(
  { comparison, threshold }: Pick<AlarmSettings, 'comparison' | 'threshold'>,
  value: number,
): boolean {
  return comparisons[comparison](value, threshold)
}

const comparisons: Readonly<
  Record<AlarmComparison, (value: number, threshold: number) => boolean>
> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
}

/** AWS: the nearer a percentile is to an end, the more samples it needs. */
const samplesBeyond = 10

function hasTooFewSamples(
  { lowSamples, subject }: AlarmSettings,
  points: readonly RealPoint[],
): boolean {
  if (lowSamples !== 'ignore' || subject.kind !== 'metric' || points.length === 0) return false
  const percentile = /^p(\d+(?:\.\d+)?)$/.exec(subject.statistic)?.[1]
  if (percentile === undefined) return false
  const share = Number(percentile) / 100
  const samples = points.reduce((sum, point) => sum + (point.samples ?? 0), 0)
  return samples < samplesBeyond / (share < 0.5 ? share : 1 - share)
}
