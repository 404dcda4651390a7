/** When time to live may be turned on or off. */
import { validation } from '../../model/errors.js'
import { timeToLiveChangeIntervalMs } from '../../model/limits.js'
import type { TimeToLiveSetting } from '../../model/table.js'

export type TimeToLiveRequest = Pick<TimeToLiveSetting, 'enabled' | 'attribute'>

/** In the order AWS reports faults. */
export function changedTimeToLive(
  current: TimeToLiveSetting | undefined,
  { enabled, attribute }: TimeToLiveRequest,
  nowMs: number,
): TimeToLiveSetting {
  if (current?.enabled && current.attribute !== attribute) {
    throw validation(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${current.attribute}`,
    )
  }
  if (enabled && current?.enabled) throw validation('TimeToLive is already enabled')
  if (!enabled && !current?.enabled) throw validation('TimeToLive is already disabled')
  if (current !== undefined && nowMs - current.changedAtMs < timeToLiveChangeIntervalMs) {
    throw validation('Time to live has been modified multiple times within a fixed interval')
  }
  return { enabled, attribute, changedAtMs: nowMs }
}
