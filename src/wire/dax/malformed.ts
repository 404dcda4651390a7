/**
 * A request whose values can be told apart, so that the connection goes on, but that does not mean anything:
 * what no client of AWS sends.
 */
import { validation, type ServiceError } from '../../model/errors.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { CborError, CborReader, decodeCbor } from '../cbor/decode-cbor.js'
import { daxValuesMax } from './limits.js'

export function malformed(what: string): ServiceError {
  return validation(`The request is malformed: ${what}.`)
}

/** The one value that a byte string holds. */
export function nestedValue(bytes: Buffer, what: string, depthMax?: number): CborValue {
  return readNested(what, () => decodeCbor(bytes, { depthMax, valuesMax: daxValuesMax }))
}

/** The values that a byte string holds, one after another. */
export function nestedValues(bytes: Buffer, what: string): readonly CborValue[] {
  return readNested(what, () => {
    const reader = new CborReader(bytes, { valuesMax: daxValuesMax })
    const values: CborValue[] = []
    while (!reader.atEnd) values.push(reader.next())
    return values
  })
}

/** The first value of a byte string, and the bytes after it. */
export function firstNested(bytes: Buffer, what: string): readonly [CborValue, Buffer] {
  return readNested(what, () => {
    const reader = new CborReader(bytes, { valuesMax: daxValuesMax })
    return [reader.next(), reader.rest()]
  })
}

function readNested<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CborError ? malformed(`${what} cannot be read`) : error
  }
}

export function requireBytes(value: CborValue, what: string): Buffer {
  if (!(value instanceof Uint8Array)) throw malformed(`${what} must be bytes`)
  return value as Buffer
}

export function requireText(value: CborValue, what: string): string {
  if (typeof value !== 'string') throw malformed(`${what} must be a text`)
  return value
}

export function requireList(value: CborValue, what: string): readonly CborValue[] {
  if (!Array.isArray(value)) throw malformed(`${what} must be a list`)
  return value as readonly CborValue[]
}

export function requireMap(value: CborValue, what: string): ReadonlyMap<CborValue, CborValue> {
  if (!(value instanceof Map)) throw malformed(`${what} must be a map`)
  return value as ReadonlyMap<CborValue, CborValue>
}

/** Names of tables and indexes are bytes, or texts as the keys of maps. */
export function requireName(value: CborValue, what: string): string {
  return typeof value === 'string' ? value : requireBytes(value, what).toString()
}
