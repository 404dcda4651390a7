/** A series as the part of a key that names it, and back. */
import { seriesBytes, type SeriesParts } from '../storage/metric-keys.js'
import { readPart } from '../storage/key-codec.js'
import { assert } from '../stdx/assert.js'
import type { Dimension, SeriesId, Unit } from './series.js'

export function encodeSeries({ scope, namespace, metric, dimensions }: SeriesId): Buffer {
  const names = [metric, ...dimensions.flatMap(({ name, value }) => [name, value])]
  return seriesBytes({ scope, namespace, names } satisfies SeriesParts)
}

export function decodeSeries(bytes: Buffer): SeriesId {
  const texts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const { value, next } = readPart(bytes, at)
    texts.push(value.toString())
    at = next
  }
  const [account, region, namespace, metric, ...rest] = texts
  assert(metric !== undefined && rest.length % 2 === 0, 'a series has all its parts')
  const dimensions: Dimension[] = []
  for (let i = 0; i < rest.length; i += 2) {
    dimensions.push({ name: rest[i]!, value: rest[i + 1]! })
  }
  return {
    scope: { account: account!, region: region! },
    namespace: namespace!,
    metric,
    dimensions,
  }
}

/** Their numbers are stored: none may change its place. */
const units: readonly Unit[] = ['Count', 'Milliseconds', 'Bytes', 'Percent']

export function encodeUnit(unit: Unit): number {
  return units.indexOf(unit)
}

export function decodeUnit(stored: number): Unit {
  const unit = units[stored]
  assert(unit !== undefined, 'a stored unit is known', { stored })
  return unit
}
