/**
 * What auto scaling would provision for recorded traffic: in each hour enough for the highest peak of that hour and
 * of the one before, since units go down slowly, at the usual target.
 */
import { hoursPerMonth, type MonthlyThroughput } from './monthly-use.js'
import { scalingHeadroom, scalingTarget } from './limits.js'
import {
  peakUnits,
  pointMs,
  type ResourceWorkload,
  type ScalingBounds,
  type Traffic,
} from './workload.js'

const hourMs = 3600_000

export function scaledThroughput({ reads, writes }: ResourceWorkload): MonthlyThroughput {
  return {
    billing: 'provisioned',
    readUnits: averageUnits(hourlyUnits(reads)) * hoursPerMonth,
    writeUnits: averageUnits(hourlyUnits(writes)) * hoursPerMonth,
  }
}

export function suggestedBounds(traffic: Traffic): ScalingBounds {
  const hours = hourlyUnits(traffic)
  const unitsMin = hours.reduce((least, units) => Math.min(least, units), hours[0] ?? 1)
  const unitsMax = neededUnits(peakUnits(traffic) * scalingHeadroom)
  return { unitsMin, unitsMax }
}

export function neededUnits(unitsPerSecond: number): number {
  return Math.max(1, Math.ceil(unitsPerSecond / scalingTarget))
}

function hourlyUnits({ points }: Traffic): readonly number[] {
  const peaks = new Map<number, number>()
  for (const { atMs, units } of points) {
    const hour = Math.floor(atMs / hourMs)
    peaks.set(hour, Math.max(peaks.get(hour) ?? 0, units / (pointMs / 1000)))
  }
  return [...peaks].map(([hour, peak]) => neededUnits(Math.max(peak, peaks.get(hour - 1) ?? 0)))
}

/** What nobody used has one unit, which is the least there is. */
function averageUnits(hours: readonly number[]): number {
  return hours.length === 0 ? 1 : hours.reduce((sum, units) => sum + units, 0) / hours.length
}
