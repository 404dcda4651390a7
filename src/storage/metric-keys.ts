/** The keys of recorded metrics, in the system space. Prefixes are in `system-prefixes.ts`. */
import { terminatedPart } from './key-codec.js'
import { prefixEnd, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'
import type { Scope } from '../model/arn.js'

/** What tells a series apart, in this order: names and values of dimensions come in turn. */
export interface SeriesParts {
  readonly scope: Scope
  readonly namespace: string
  /** Of a series it is complete; of a range of series only the first are given. */
  readonly names: readonly string[]
}

/** The part of a key that names a series: account | region | namespace | metric | dimensions. */
export function seriesBytes({ scope, namespace, names }: SeriesParts): Buffer {
  return parts([scope.account, scope.region, namespace, ...names])
}

/** What one server has measured in a minute: prefix | minute | server. */
export function metricMinuteKey(minute: number, server: number): Buffer {
  const key = Buffer.allocUnsafe(1 + 2 * numberBytes)
  key[0] = system.metricMinute
  key.writeUInt32BE(minute, 1)
  key.writeUInt32BE(server, 1 + numberBytes)
  return key
}

export function minuteOfKey(key: Buffer): { readonly minute: number; readonly server: number } {
  return { minute: key.readUInt32BE(1), server: key.readUInt32BE(1 + numberBytes) }
}

/** What all servers have measured in some minutes; the last one is excluded. */
export function metricMinutes(fromMinute: number, toMinute: number): KeyRange {
  return { from: metricMinuteKey(fromMinute, 0), to: metricMinuteKey(toMinute, 0) }
}

export type MetricTier = 'hour' | 'day'

const tierPrefixes = { hour: system.metricHour, day: system.metricDay } as const

/** A stretch of one series: prefix | series | minute at which it starts. */
export function metricBlockKey(tier: MetricTier, series: Buffer, startMinute: number): Buffer {
  const start = Buffer.allocUnsafe(numberBytes)
  start.writeUInt32BE(startMinute)
  return Buffer.concat([Buffer.of(tierPrefixes[tier]), series, start])
}

export function startOfBlock(key: Buffer): number {
  return key.readUInt32BE(key.length - numberBytes)
}

/** The stretches of one series that start in some minutes; the last one is excluded. */
export function metricBlocks(
  tier: MetricTier,
  series: Buffer,
  fromMinute: number,
  toMinute: number,
): KeyRange {
  return {
    from: metricBlockKey(tier, series, fromMinute),
    to: metricBlockKey(tier, series, toMinute),
  }
}

export function metricSeriesKey(series: Buffer): Buffer {
  return Buffer.concat([Buffer.of(system.metricSeries), series])
}

/** Without its prefix, as the keys of stretches contain it. */
export function seriesOfKey(key: Buffer): Buffer {
  return key.subarray(1)
}

/** All series, or those whose names start with these parts. */
export function metricSeriesRange(start?: Partial<SeriesParts>): KeyRange {
  const { scope, namespace, names = [] } = start ?? {}
  const texts = [
    ...(scope === undefined ? [] : [scope.account, scope.region]),
    ...(namespace === undefined ? [] : [namespace, ...names]),
  ]
  const prefix = Buffer.concat([Buffer.of(system.metricSeries), parts(texts)])
  return { from: prefix, to: prefixEnd(prefix) }
}

/** Values that stand until they change: prefix | account | region | what they belong to. */
export function metricLevelsKey({ account, region }: Scope, owner: string): Buffer {
  return Buffer.concat([Buffer.of(system.metricLevels), parts([account, region, owner])])
}

/** Those of all owners of a scope, or of all scopes. */
export function allMetricLevels(scope?: Scope): KeyRange {
  const names = scope === undefined ? [] : [scope.account, scope.region]
  const prefix = Buffer.concat([Buffer.of(system.metricLevels), parts(names)])
  return { from: prefix, to: prefixEnd(prefix) }
}

function parts(texts: readonly string[]): Buffer {
  return Buffer.concat(texts.map((text) => terminatedPart(Buffer.from(text))))
}

const numberBytes = 4
