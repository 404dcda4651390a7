/** What a rule has counted in a span of time, by period and by key. */
import { distinctKeysOf, type KeyMinute } from './key-minute.js'

export interface KeyReportRequest {
  readonly fromMs: number
  readonly toMs: number
  readonly periodMs: number
  readonly contributorsMax: number
  /** By what contributors are chosen: all of a key, or its largest period. */
  readonly orderBy: 'Sum' | 'Maximum'
}

export interface Contributor {
  readonly key: string
  readonly total: number
  readonly points: readonly { readonly atMs: number; readonly value: number }[]
}

export interface KeyReportPeriod {
  readonly atMs: number
  readonly distinct: number
  /** Of the key that counted most. */
  readonly largest: number
  readonly sum: number
}

export interface KeyReport {
  readonly total: number
  readonly distinct: number
  readonly contributors: readonly Contributor[]
  readonly periods: readonly KeyReportPeriod[]
}

export function keyReportOf(minutes: readonly KeyMinute[], request: KeyReportRequest): KeyReport {
  const byPeriod = groupedByPeriod(minutes, request)
  const periods: KeyReportPeriod[] = []
  const points = new Map<string, { atMs: number; value: number }[]>()
  for (const atMs of periodStarts(request)) {
    const own = byPeriod.get(atMs) ?? []
    const counts = countsOf(own)
    for (const [key, value] of counts) {
      const known = points.get(key)
      if (known === undefined) points.set(key, [{ atMs, value }])
      else known.push({ atMs, value })
    }
    const sum = own.reduce((all, { total }) => all + total, 0)
    const largest = [...counts.values()].reduce((most, value) => Math.max(most, value), 0)
    periods.push({ atMs, distinct: distinctKeysOf(own), largest, sum })
  }
  const total = periods.reduce((all, { sum }) => all + sum, 0)
  const contributors = contributorsOf(points, request)
  return { total, distinct: distinctKeysOf(minutes), contributors, periods }
}

function groupedByPeriod(
  minutes: readonly KeyMinute[],
  request: KeyReportRequest,
): ReadonlyMap<number, readonly KeyMinute[]> {
  const groups = new Map<number, KeyMinute[]>()
  for (const minute of minutes) {
    const atMs = periodOf(minute.atMs, request)
    const group = groups.get(atMs)
    if (group === undefined) groups.set(atMs, [minute])
    else group.push(minute)
  }
  return groups
}

function periodOf(atMs: number, { fromMs, periodMs }: KeyReportRequest): number {
  return fromMs + Math.floor((atMs - fromMs) / periodMs) * periodMs
}

function* periodStarts({ fromMs, toMs, periodMs }: KeyReportRequest): Generator<number> {
  for (let atMs = fromMs; atMs < toMs; atMs += periodMs) yield atMs
}

function countsOf(minutes: readonly KeyMinute[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { keys } of minutes) {
    for (const { key, count } of keys) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

function contributorsOf(
  points: ReadonlyMap<string, Contributor['points']>,
  { contributorsMax, orderBy }: KeyReportRequest,
): readonly Contributor[] {
  const all = [...points].map(([key, own]) => {
    const values = own.map(({ value }) => value)
    const total = values.reduce((sum, value) => sum + value, 0)
    const largest = values.reduce((most, value) => Math.max(most, value), 0)
    return { contributor: { key, total, points: own }, rank: orderBy === 'Sum' ? total : largest }
  })
  const chosen = all.sort((a, b) => b.rank - a.rank).slice(0, contributorsMax)
  return chosen.map(({ contributor }) => contributor)
}
