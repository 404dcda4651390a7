/**
 * A table's Kinesis destinations without the lengths of what is over, so that every clock agrees that
 * it is. `kinesis/destination-state.ts` reads the states.
 */
import type { KinesisDestination } from '../model/kinesis-destination.js'
import { isUnderWay } from '../model/under-way.js'

type Destinations = readonly KinesisDestination[]

/** Returns the same object if nothing is over. */
export function settledDestinations(
  destinations: Destinations | undefined,
  nowMs: number,
): Destinations | undefined {
  const next = destinations?.map((each) => settledDestination(each, nowMs))
  return next?.some((each, i) => each !== destinations![i]) ? next : destinations
}

function settledDestination(destination: KinesisDestination, nowMs: number): KinesisDestination {
  const { enabledAtMs, activeFromMs, updatedAtMs, updatedFromMs, closed } = destination
  if (closed !== undefined) {
    const { atMs, disabledFromMs } = closed
    if (disabledFromMs === atMs || isUnderWay(atMs, disabledFromMs, nowMs)) return destination
    return { ...destination, closed: { atMs, disabledFromMs: atMs } }
  }
  const isActive = activeFromMs > enabledAtMs && !isUnderWay(enabledAtMs, activeFromMs, nowMs)
  const isUpdated = updatedFromMs !== undefined && !isUnderWay(updatedAtMs, updatedFromMs, nowMs)
  if (!isActive && !isUpdated) return destination
  return {
    ...destination,
    activeFromMs: isActive ? enabledAtMs : activeFromMs,
    ...(isUpdated && { updatedAtMs: undefined, updatedFromMs: undefined }),
  }
}
