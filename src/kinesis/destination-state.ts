/** What state a Kinesis destination is in, told by the clock from the table's definition. */
import { kinesisDestinationListedMs } from './limits.js'
import type { KinesisDestination } from '../model/table.js'

export type DestinationState =
  | 'ENABLING'
  | 'ACTIVE'
  | 'UPDATING'
  | 'DISABLING'
  | 'DISABLED'
  | 'ENABLE_FAILED'
  /** Over for so long that nobody is told of it. */
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
