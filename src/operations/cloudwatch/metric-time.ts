/** Time as CloudWatch counts it. */
import type { Clock } from '../../stdx/clock.js'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** AWS: the further in the past it is, the more coarsely a start is rounded down. */
export function roundedStart(startMs: number, clock: Clock): number {
  const ageMs = clock.now() - startMs
  const stepMs = ageMs < 15 * dayMs ? 1 : ageMs < 63 * dayMs ? 5 : 60
  return Math.floor(startMs / (stepMs * minuteMs)) * stepMs * minuteMs
}
