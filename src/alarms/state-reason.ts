/** Why an alarm is in its state, in AWS's words and as AWS's data. */
import { periodSecondsOf, type AlarmComparison, type AlarmSettings } from './alarm.js'
import { doubleText } from './double-text.js'
import { isBreaching, type AlarmPoint, type RealPoint, type Verdict } from './evaluate.js'

type Decided = Extract<Verdict, { readonly kind: 'decided' }>

const words: Readonly<Record<AlarmComparison, string>> = {
  GreaterThanOrEqualToThreshold: 'greater than or equal to',
  GreaterThanThreshold: 'greater than',
  LessThanThreshold: 'less than',
  LessThanOrEqualToThreshold: 'less than or equal to',
}

/** AWS: as many characters as a reason can have. */
const reasonLengthMax = 1023

export function stateReason(settings: AlarmSettings, verdict: Verdict): string {
  if (verdict.kind === 'retain') return ''
  const { evaluationPeriods } = settings
  if (verdict.kind === 'insufficient') {
    return `Insufficient Data: ${counted(evaluationPeriods, 'datapoint')} ${were(evaluationPeriods)} unknown.`
  }
  return `Threshold Crossed: ${crossing(settings, verdict)}.`.slice(0, reasonLengthMax)
}

function crossing(settings: AlarmSettings, verdict: Decided): string {
  const shown = supporting(settings, verdict)
  if (verdict.filled > 0 && shown.length < pointsNeeded(settings, verdict.state)) {
    return missingWords(settings, verdict)
  }
  const { comparison, threshold } = settings
  const not = verdict.state === 'OK' ? ' not' : ''
  const numbers = countOf(settings, shown.length)
  const compared = `${were(shown.length)}${not} ${words[comparison]} the threshold (${doubleText(threshold)})`
  const transition = minimum(settings, verdict)
  if (shown.length < shownPointsMax) return `${numbers} ${listed(shown)} ${compared}${transition}`
  const newest = listed(shown.slice(0, shownPointsMax))
  return `${numbers} ${compared}. The most recent datapoints which crossed the threshold: ${newest}${transition}`
}

/** AWS: if there are as many or more, these follow in a sentence of their own. */
const shownPointsMax = 5

function listed(points: readonly RealPoint[]): string {
  const texts = points.map(({ value, atMs }) => `${doubleText(value)} (${shortTime(atMs)})`)
  return `[${texts.join(', ')}]`
}

/** AWS: the sentence is longer for alarms that say how many points they need. */
function countOf({ evaluationPeriods, datapointsToAlarm }: AlarmSettings, shown: number): string {
  if (datapointsToAlarm === undefined) return counted(shown, 'datapoint')
  return `${shown} out of the last ${evaluationPeriods} datapoints`
}

function minimum(settings: AlarmSettings, { state }: Decided): string {
  if (settings.datapointsToAlarm === undefined) return ''
  const way = state === 'OK' ? 'ALARM -> OK' : 'OK -> ALARM'
  const needed = counted(pointsNeeded(settings, state), 'datapoint')
  return ` (minimum ${needed} for ${way} transition)`
}

function missingWords({ evaluationPeriods }: AlarmSettings, verdict: Decided): string {
  const { points, filled, state } = verdict
  const received = points.length === 0 ? 'no datapoints' : counted(points.length, 'datapoint')
  const verb = points.length === 1 ? 'was' : 'were'
  const periods = counted(evaluationPeriods, 'period')
  const treated = state === 'ALARM' ? 'Breaching' : 'NonBreaching'
  return (
    `${received} ${verb} received for ${periods} and ` +
    `${counted(filled, 'missing datapoint')} ${were(filled)} treated as [${treated}]`
  )
}

/** How many points it takes to get into a state. */
function pointsNeeded(settings: AlarmSettings, state: 'OK' | 'ALARM'): number {
  const { evaluationPeriods, datapointsToAlarm = evaluationPeriods } = settings
  return state === 'ALARM' ? datapointsToAlarm : evaluationPeriods - datapointsToAlarm + 1
}

/** The points that speak for the state. */
function supporting(settings: AlarmSettings, { state, points }: Decided): readonly RealPoint[] {
  return points.filter(({ value }) => isBreaching(settings, value) === (state === 'ALARM'))
}

/** AWS: JSON whose numbers are written as doubles. `periods` are those that were looked at, newest first. */
export function stateReasonData(
  settings: AlarmSettings,
  verdict: Verdict,
  { periods, nowMs }: { readonly periods: readonly AlarmPoint[]; readonly nowMs: number },
): string {
  const { subject, threshold } = settings
  const points = verdict.kind === 'decided' ? verdict.points : []
  const oldest = points.at(-1)
  const recent = points.slice(0, dataPointsMax).toReversed()
  const members: readonly (readonly [string, string | undefined])[] = [
    ['version', '"1.0"'],
    ['queryDate', JSON.stringify(longTime(nowMs))],
    ['startDate', oldest && JSON.stringify(longTime(oldest.atMs))],
    ['unit', subject.kind === 'metric' ? JSON.stringify(subject.unit) : undefined],
    ['statistic', subject.kind === 'metric' ? JSON.stringify(subject.statistic) : undefined],
    ['period', String(periodSecondsOf(subject))],
    ['recentDatapoints', `[${recent.map(({ value }) => doubleText(value)).join(',')}]`],
    ['threshold', doubleText(threshold)],
    ['evaluatedDatapoints', `[${evaluated(settings, verdict, periods).map(pointText).join(',')}]`],
  ]
  const present = members.filter(([, text]) => text !== undefined)
  return `{${present.map(([name, text]) => `"${name}":${text!}`).join(',')}}`
}

/** AWS: as many as it took; if points were missing, the periods instead. */
function evaluated(
  settings: AlarmSettings,
  verdict: Verdict,
  periods: readonly AlarmPoint[],
): readonly AlarmPoint[] {
  const newest = periods.slice(0, Math.min(settings.evaluationPeriods, dataPointsMax))
  if (verdict.kind !== 'decided') return newest
  const shown = supporting(settings, verdict)
  const needed = pointsNeeded(settings, verdict.state)
  return verdict.filled > 0 && shown.length < needed
    ? newest
    : shown.slice(0, Math.min(needed, dataPointsMax))
}

/** Of each list, so that the data stays within AWS's 4000 characters. */
const dataPointsMax = 24

function pointText({ atMs, samples, value }: AlarmPoint): string {
  const sampleCount = samples === undefined ? '' : `,"sampleCount":${doubleText(samples)}`
  const rest = value === undefined ? '' : `${sampleCount},"value":${doubleText(value)}`
  return `{"timestamp":${JSON.stringify(longTime(atMs))}${rest}}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function were(count: number): string {
  return count === 1 ? 'was' : 'were'
}

/** `31/12/26 23:59:00`, in UTC. */
function shortTime(atMs: number): string {
  const [date, time] = new Date(atMs).toISOString().split('T')
  const [year, month, day] = date!.split('-')
  return `${day!}/${month!}/${year!.slice(-2)} ${time!.slice(0, 8)}`
}

/** `2026-12-31T23:59:00.000+0000`. */
export function longTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '+0000')
}
