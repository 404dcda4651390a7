/** The state of a Kinesis destination, computed from the table's definition and the time. */
import { kinesisDestinationListedMs } from './limits.js'
import type { KinesisDestination } from '../model/kinesis-destination.js'
import { isUnderWay } from '../model/under-way.js'

export type DestinationState =
  | 'ENABLING'
  | 'ACTIVE'
  | 'UPDATING'
  | 'DISABLING'
  | 'DISABLED'
  | 'ENABLE_FAILED'
  /** Closed so long ago that it is no longer listed. */
  | 'gone'

export function destinationStateOf(
  destination: KinesisDestination,
  nowMs: number,
): DestinationState {
  const { enabledAtMs, activeFromMs, updatedAtMs, updatedFromMs, failure, closed } = destination
  if (closed !== undefined) {
    if (isUnderWay(closed.atMs, closed.disabledFromMs, nowMs)) return 'DISABLING'
    return isListed(closed.disabledFromMs, nowMs) ? 'DISABLED' : 'gone'
  }
  if (isUnderWay(enabledAtMs, activeFromMs, nowMs)) return 'ENABLING'
  if (failure !== undefined) return isListed(activeFromMs, nowMs) ? 'ENABLE_FAILED' : 'gone'
  const isUpdating = updatedFromMs !== undefined && isUnderWay(updatedAtMs, updatedFromMs, nowMs)
  return isUpdating ? 'UPDATING' : 'ACTIVE'
}

function isListed(sinceMs: number, nowMs: number): boolean {
  return nowMs < sinceMs + kinesisDestinationListedMs
}
