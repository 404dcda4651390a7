/**
 * An alarm: what it watches, when it rings, whom it tells, and the state it is in.
 *
 * The settings are replaced as a whole; the state follows from the points of the metric
 * (`evaluate.ts`). Nothing here knows where alarms are kept.
 */
import type { Scope } from '../model/arn.js'
import type { Dimension } from '../metrics/series.js'
import { assert } from '../stdx/assert.js'

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'

export type AlarmComparison =
  | 'GreaterThanOrEqualToThreshold'
  | 'GreaterThanThreshold'
  | 'LessThanThreshold'
  | 'LessThanOrEqualToThreshold'

export type MissingTreatment = 'missing' | 'ignore' | 'breaching' | 'notBreaching'

/** A metric, and what is looked at in each of its periods. */
export interface WatchedMetric {
  readonly namespace: string
  readonly metric: string
  /** In the order in which they were given. */
  readonly dimensions: readonly Dimension[]
  readonly periodSeconds: number
  /** As the client wrote it: `Sum`, `p99`. */
  readonly statistic: string
  readonly unit?: string
}

/** One of the metrics and expressions of an alarm on arithmetic. */
export interface AlarmQuery {
  readonly id: string
  readonly metric?: WatchedMetric
  readonly expression?: string
  readonly label?: string
  /** The alarm watches the one for which this is true. */
  readonly returnsData?: boolean
  readonly periodSeconds?: number
}

export type AlarmSubject =
  | ({ readonly kind: 'metric' } & WatchedMetric)
  | { readonly kind: 'math'; readonly queries: readonly AlarmQuery[] }

export interface AlarmSettings {
  readonly description?: string
  readonly actionsEnabled: boolean
  readonly okActions: readonly string[]
  readonly alarmActions: readonly string[]
  readonly insufficientDataActions: readonly string[]
  readonly subject: AlarmSubject
  readonly evaluationPeriods: number
  /** How many of these periods have to be beyond the threshold; all if it is absent. */
  readonly datapointsToAlarm?: number
  readonly threshold: number
  readonly comparison: AlarmComparison
  readonly treatMissing?: MissingTreatment
  /** What a percentile of few samples means. */
  readonly lowSamples?: 'evaluate' | 'ignore'
}

export interface AlarmTag {
  readonly key: string
  readonly value: string
}

export interface Alarm {
  readonly scope: Scope
  readonly name: string
  readonly settings: AlarmSettings
  readonly tags: readonly AlarmTag[]
  readonly configuredAtMs: number
  readonly state: AlarmState
  readonly reason: string
  readonly reasonData?: string
  /** When something about the state was last said. */
  readonly stateUpdatedAtMs: number
  readonly stateChangedAtMs: number
}

/** The state that an alarm has left. */
export interface LeftState extends Pick<Alarm, 'state' | 'reason' | 'reasonData'> {
  readonly atMs: number
}

export function leftStateOf({ state, reason, reasonData, stateUpdatedAtMs }: Alarm): LeftState {
  const data = reasonData === undefined ? {} : { reasonData }
  return { state, reason, ...data, atMs: stateUpdatedAtMs }
}

/** AWS: the state of an alarm that was not evaluated yet. */
export const uncheckedReason = 'Unchecked: Initial alarm creation'

export function alarmArn({ account, region }: Scope, name: string): string {
  return `arn:aws:cloudwatch:${region}:${account}:alarm:${name}`
}

const arnPattern = /^arn:[a-z-]+:cloudwatch:([a-z0-9-]+):(\d{12}):alarm:(.+)$/s

/** Undefined when the text is not the ARN of an alarm. */
export function parseAlarmArn(text: string): (Scope & { readonly name: string }) | undefined {
  const match = arnPattern.exec(text)
  if (match === null) return undefined
  const [, region, account, name] = match
  return { region: region!, account: account!, name: name! }
}

/** The length of the periods that are compared with the threshold: several metrics have the same. */
export function periodSecondsOf(subject: AlarmSubject): number {
  if (subject.kind === 'metric') return subject.periodSeconds
  const periods = subject.queries.map(
    ({ metric, periodSeconds }) => metric?.periodSeconds ?? periodSeconds ?? 0,
  )
  return Math.max(...periods)
}

/** The one of several that is compared with the threshold. */
export function watchedQuery(queries: readonly AlarmQuery[]): AlarmQuery {
  const found = queries.find(({ returnsData }) => returnsData !== false)
  assert(found !== undefined, 'an alarm watches one of its metrics', { queries })
  return found
}

/** AWS: alarms on metrics of DynamoDB ignore missing points unless they say otherwise. */
export function missingTreatmentOf({ treatMissing, subject }: AlarmSettings): MissingTreatment {
  if (treatMissing !== undefined) return treatMissing
  return metricsOf(subject).every(({ namespace }) => namespace === 'AWS/DynamoDB')
    ? 'ignore'
    : 'missing'
}

export function metricsOf(subject: AlarmSubject): readonly WatchedMetric[] {
  if (subject.kind === 'metric') return [subject]
  return subject.queries.flatMap(({ metric }) => (metric === undefined ? [] : [metric]))
}

/** What is called when an alarm gets into a state. */
export function actionsFor(settings: AlarmSettings, state: AlarmState): readonly string[] {
  if (!settings.actionsEnabled) return []
  if (state === 'ALARM') return settings.alarmActions
  return state === 'OK' ? settings.okActions : settings.insufficientDataActions
}
