/** When time to live may be turned on or off. */
import { validation } from '../../model/errors.js'
import type { TimeToLiveSetting } from '../../model/table.js'

export type TimeToLiveRequest = Pick<TimeToLiveSetting, 'enabled' | 'attribute'>

export interface TimeToLiveTimes {
  readonly nowMs: number
  /** How long a table must wait between two changes. */
  readonly intervalMs: number
}

/** In the order AWS reports faults. */
export function changedTimeToLive(
  current: TimeToLiveSetting | undefined,
  { enabled, attribute }: TimeToLiveRequest,
  { nowMs, intervalMs }: TimeToLiveTimes,
): TimeToLiveSetting {
  if (current?.enabled && current.attribute !== attribute) {
    throw validation(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${current.attribute}`,
    )
  }
  if (enabled && current?.enabled) throw validation('TimeToLive is already enabled')
  if (!enabled && !current?.enabled) throw validation('TimeToLive is already disabled')
  if (current !== undefined && nowMs - current.changedAtMs < intervalMs) {
    throw validation('Time to live has been modified multiple times within a fixed interval')
  }
  return { enabled, attribute, changedAtMs: nowMs }
}
