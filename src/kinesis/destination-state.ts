/** The state of a Kinesis destination, computed from the table's definition and the time. */
import { kinesisDestinationListedMs } from './limits.js'
import type { KinesisDestination } from '../model/table.js'

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
  const { activeFromMs, updatedFromMs, failure, closed } = destination
  if (closed !== undefined) {
    if (nowMs < closed.disabledFromMs) return 'DISABLING'
    return isListed(closed.disabledFromMs, nowMs) ? 'DISABLED' : 'gone'
  }
  if (nowMs < activeFromMs) return 'ENABLING'
  if (failure !== undefined) return isListed(activeFromMs, nowMs) ? 'ENABLE_FAILED' : 'gone'
  return updatedFromMs !== undefined && nowMs < updatedFromMs ? 'UPDATING' : 'ACTIVE'
}

function isListed(sinceMs: number, nowMs: number): boolean {
  return nowMs < sinceMs + kinesisDestinationListedMs
}
