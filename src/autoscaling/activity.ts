/** What auto scaling did, or could not do, in AWS's sentences. */
import { systemSpace, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { scalingActivityKey, type ScalingActivityKey } from '../storage/scaling-keys.js'
import { scaledResourceOf, unitsWord } from './scaled-resource.js'
import type { TargetId } from './target-id.js'

/** One activity. */
export interface ScalingDeed extends TargetId {
  readonly id: string
  readonly startedAtMs: number
  readonly endedAtMs?: number
  readonly description: string
  readonly cause: string
  readonly status: DeedStatus
  readonly message?: string
  /** Why nothing was done. */
  readonly notScaled?: NotScaled
}

export type DeedStatus = 'Pending' | 'InProgress' | 'Successful' | 'Unfulfilled' | 'Failed'

export type NotScaled =
  | { readonly code: 'AlreadyAtMaxCapacity'; readonly max: number }
  | { readonly code: 'AlreadyAtMinCapacity'; readonly min: number }
  | { readonly code: 'AlreadyAtDesiredCapacity'; readonly current: number }

export const deedForm = jsonRecordAt<ScalingDeed>('scaling', formatSteps.scaling.revision)

export function putActivity(deed: ScalingDeed): Mutation {
  const key = scalingActivityKey(deedKeyOf(deed))
  return { kind: 'put', space: systemSpace, key, value: deedForm.encode(deed) }
}

export function deedKeyOf({ account, region, startedAtMs, id }: ScalingDeed): ScalingActivityKey {
  return { account, region, startedAtMs, id }
}

/** What units are set to. */
export function settingUnits(target: TargetId, units: number): string {
  return `Setting ${unitsWord(scaledResourceOf(target))} to ${units}.`
}

export function unitsAwaited(target: TargetId, units: number): string {
  const word = unitsWord(scaledResourceOf(target))
  return `Successfully set ${word} to ${units}. Waiting for change to be fulfilled by dynamodb.`
}

export function unitsFulfilled(target: TargetId, units: number): string {
  const word = unitsWord(scaledResourceOf(target))
  return `Successfully set ${word} to ${units}. Change successfully fulfilled by dynamodb.`
}

export function unitsNotSet(target: TargetId, units: number, sentence: string): string {
  const word = unitsWord(scaledResourceOf(target))
  return `Failed to set ${word} to ${units}. Reason: Failed updating table: ${sentence}`
}

export function alarmCause(alarmName: string, policyName: string): string {
  return `monitor alarm ${alarmName} in state ALARM triggered policy ${policyName}`
}

export function boundCause(bound: 'minimum' | 'maximum', units: number): string {
  return `${bound} capacity was set to ${units}`
}

export function scheduleCause(name: string): string {
  return `scheduled action name ${name} was triggered`
}

/** `min capacity to 15 and max capacity to 20` */
export function boundsPhrase({ min, max }: { readonly min?: number; readonly max?: number }) {
  const parts = [
    ...(min === undefined ? [] : [`min capacity to ${min}`]),
    ...(max === undefined ? [] : [`max capacity to ${max}`]),
  ]
  return parts.join(' and ')
}

export const attempt = 'Attempting to scale due to alarm triggered'
