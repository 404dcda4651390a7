/** For tests: workloads of which only what matters is said. */
import type { ResourceWorkload, TableWorkload, Traffic } from './workload.js'
import { pointMs } from './workload.js'

const none = { all: 0, byKeyRange: 0 }
export const dayPoints = (24 * 3600_000) / pointMs

/** The same rate all the time. */
export function steady(unitsPerSecond: number, points = dayPoints): Traffic {
  return trafficOf(Array.from({ length: points }, () => unitsPerSecond))
}

/** Rates of five minutes each. */
export function trafficOf(rates: readonly number[]): Traffic {
  const points = rates.map((rate, i) => ({ atMs: i * pointMs, units: (rate * pointMs) / 1000 }))
  return { points, throttled: none, wouldBeThrottled: none }
}

export function resource(members: Partial<ResourceWorkload> = {}): ResourceWorkload {
  return { items: 0, bytes: 0, reads: steady(0), writes: steady(0), ...members }
}

export function tableWith(members: Partial<TableWorkload> = {}): TableWorkload {
  return {
    name: 'T',
    billing: 'on-demand',
    tableClass: 'standard',
    hasRecovery: false,
    own: resource(),
    indexes: [],
    localIndexBytes: 0,
    calls: [],
    streamReads: 0,
    hotKeys: [],
    ...members,
  }
}
