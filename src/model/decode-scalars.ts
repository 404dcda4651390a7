/**
 * Decodes the scalars of a request: refuses JSON of the wrong type in the words of the service's
 * own parser, and converts what that parser converts.
 */
import { serialization, type ServiceError } from './errors.js'

/** Returns the same value unless it had to be converted. Is never called with null. */
export type Decode = (json: unknown) => unknown

export const structureNotExpected = 'Start of structure or map found where not expected'

export function decodeString(json: unknown): string {
  if (typeof json === 'string') return json
  throw notConvertible(json, 'String')
}

export function decodeBoolean(json: unknown): boolean {
  if (typeof json === 'boolean') return json
  if (typeof json === 'string') return booleanOf(json)
  throw notConvertible(json, 'Boolean')
}

const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

function booleanOf(text: string): boolean {
  const value = booleanWords.get(text.toLowerCase())
  if (value === undefined) throw serialization('Unexpected token received from parser')
  return value
}

const integerMax = 2147483647

export function decodeInteger(json: unknown): number {
  if (typeof json === 'number') return clamp(json, -integerMax - 1, integerMax)
  throw notConvertible(json, 'Integer')
}

export function decodeLong(json: unknown): number {
  // Larger numbers do not identify one integer; no limit of the service comes near this.
  if (typeof json === 'number') return clamp(json, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  throw notConvertible(json, 'Long')
}

/** AWS: the fraction of an integer is truncated. Adding zero turns -0 into 0. */
function clamp(value: number, min: number, max: number): number {
  return Math.trunc(Math.min(Math.max(value, min), max)) + 0
}

export function decodeDouble(json: unknown): number {
  if (typeof json === 'number') return json
  throw notConvertible(json, 'Double')
}

/** Seconds since 1970, possibly with a fraction. */
export function decodeTimestamp(json: unknown): number {
  if (typeof json === 'number') return json
  throw notConvertible(json, 'Date', 'java.util.Date')
}

function notConvertible(
  json: unknown,
  wanted: string,
  javaClass = `java.lang.${wanted}`,
): ServiceError {
  if (Array.isArray(json)) return serialization(`Unrecognized collection type class ${javaClass}`)
  if (typeof json === 'object') return serialization(structureNotExpected)
  return serialization(`${tokenOf(json)} cannot be converted to ${wanted}`)
}

function tokenOf(json: unknown): string {
  if (typeof json === 'string') return 'STRING_VALUE'
  if (typeof json === 'number') return Number.isInteger(json) ? 'NUMBER_VALUE' : 'DECIMAL_VALUE'
  return json === true ? 'TRUE_VALUE' : 'FALSE_VALUE'
}
