/**
 * Converts between CBOR and the values of generated types, by shape. In CBOR, blobs are bytes and
 * timestamps are tagged; in generated types, blobs are base64 and timestamps are seconds.
 */
import type { Shape, Shapes } from '../../../api/shape.js'
import { serialization } from '../../../model/errors.js'
import {
  CborDouble,
  CborTag,
  epochTag,
  type CborMap,
  type CborValue,
} from '../../cbor/cbor-value.js'

type Members = Readonly<Record<string, unknown>>

/** Drops nulls and members that the model does not know. */
export function fromCbor(shapes: Shapes, name: string, value: unknown): unknown {
  const shape = shapes[name]!
  switch (shape.kind) {
    case 'structure':
      return structureOf(shapes, shape.members, requireMap(value))
    case 'list':
      return requireList(value).map((element) => orNull(shapes, shape.element, element))
    case 'map':
      return mapOf(shapes, shape.value, requireMap(value))
    case 'timestamp':
      return secondsOf(value)
    case 'blob':
      return base64Of(value)
    default:
      return scalarOf(shape.kind, value)
  }
}

function structureOf(
  shapes: Shapes,
  members: Readonly<Record<string, string>>,
  map: CborMap,
): unknown {
  const entries: [string, unknown][] = []
  for (const [name, shapeName] of Object.entries(members)) {
    const value = map.get(name)
    if (value !== undefined && value !== null) {
      entries.push([name, fromCbor(shapes, shapeName, value)])
    }
  }
  return Object.fromEntries(entries)
}

function mapOf(shapes: Shapes, valueShape: string, map: CborMap): unknown {
  const entries: [string, unknown][] = []
  for (const [key, value] of map) {
    if (typeof key !== 'string') throw serialization()
    entries.push([key, orNull(shapes, valueShape, value)])
  }
  return Object.fromEntries(entries)
}

/** A null in a list or map is kept, for the constraints to refuse. */
function orNull(shapes: Shapes, name: string, value: unknown): unknown {
  return value === null || value === undefined ? null : fromCbor(shapes, name, value)
}

function requireMap(value: unknown): CborMap {
  if (!(value instanceof Map)) throw serialization()
  return value as CborMap
}

function requireList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw serialization()
  return value
}

function secondsOf(value: unknown): number {
  const seconds = value instanceof CborTag && value.tag === epochTag ? value.value : value
  if (!Number.isFinite(seconds)) throw serialization()
  return seconds as number
}

function base64Of(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw serialization()
  return Buffer.from(value).toString('base64')
}

function scalarOf(kind: Shape['kind'], value: unknown): unknown {
  const fits =
    kind === 'string'
      ? typeof value === 'string'
      : kind === 'boolean'
        ? typeof value === 'boolean'
        : kind === 'double'
          ? Number.isFinite(value)
          : Number.isInteger(value)
  if (!fits) throw serialization()
  return value
}

/** Without a shape, as for errors, the type of the value decides how it is written. */
export function toCbor(shapes: Shapes, name: string | undefined, value: unknown): CborValue {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return listToCbor(shapes, name, value)
  if (typeof value === 'object') return objectToCbor(shapes, name, value as Members)
  const kind = name === undefined ? undefined : shapes[name]?.kind
  if (kind === 'timestamp') return new CborTag(epochTag, new CborDouble(value as number))
  if (kind === 'double') return new CborDouble(value as number)
  if (kind === 'blob') return Buffer.from(value as string, 'base64')
  return value as CborValue
}

function listToCbor(shapes: Shapes, name: string | undefined, list: readonly unknown[]): CborValue {
  const shape = name === undefined ? undefined : shapes[name]
  const element = shape?.kind === 'list' ? shape.element : undefined
  return list.map((each) => toCbor(shapes, element, each))
}

function objectToCbor(shapes: Shapes, name: string | undefined, members: Members): CborValue {
  const shape = name === undefined ? undefined : shapes[name]
  const map = new Map<CborValue, CborValue>()
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined) map.set(key, toCbor(shapes, memberShape(shape, key), value))
  }
  return map
}

function memberShape(shape: Shape | undefined, name: string): string | undefined {
  if (shape?.kind === 'map') return shape.value
  return shape?.kind === 'structure' ? shape.members[name] : undefined
}
