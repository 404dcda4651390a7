/** The points that a level has in a stretch of time. */
import type { TimeRange } from './metric-reader.js'
import { nameOfDimensions } from './series.js'
import type { SeriesId } from './series.js'
import type { StoredLevel } from './levels.js'

export function levelOf(levels: readonly StoredLevel[], id: SeriesId): StoredLevel | undefined {
  const wanted = nameOfDimensions(id.dimensions)
  return levels.find(
    ({ namespace, metric, dimensions }) =>
      namespace === id.namespace && metric === id.metric && nameOfDimensions(dimensions) === wanted,
  )
}

/** Calls back for every moment at which the level is shown, with the value that stands then. */
export function eachLevelPoint(
  { steps, everyMs }: StoredLevel,
  { fromMs, toMs }: TimeRange,
  show: (atMs: number, value: number) => void,
): void {
  for (const [i, [stepMs, value]] of steps.entries()) {
    if (value === null) continue
    // A level is shown from the period in which it came to stand.
    const firstMs = Math.max(fromMs, floorTo(stepMs, everyMs))
    const endMs = Math.min(toMs, floorTo(steps[i + 1]?.[0] ?? Infinity, everyMs))
    for (let atMs = ceilTo(firstMs, everyMs); atMs < endMs; atMs += everyMs) show(atMs, value)
  }
}

/** When it was shown last. */
export function lastShownMs({ steps }: StoredLevel, nowMs: number): number {
  const last = steps.at(-1)
  if (last === undefined) return -Infinity
  return last[1] === null ? last[0] : nowMs
}

function floorTo(timeMs: number, stepMs: number): number {
  return timeMs === Infinity ? Infinity : Math.floor(timeMs / stepMs) * stepMs
}

function ceilTo(timeMs: number, stepMs: number): number {
  return Math.ceil(timeMs / stepMs) * stepMs
}
