/**
 * Key values as bytes whose order is DynamoDB's: strings by their UTF-8, binaries unsigned, numbers
 * numerically.
 *
 * The bytes of a key's last value end where the key ends. If another part follows, the value is
 * escaped and terminated, so that concatenations sort part by part whatever bytes the values hold.
 * Nothing here is self-describing: a value can only be decoded if its type is known.
 */
import { assert } from '../stdx/assert.js'
import {
  type AttributeValue,
  binaryBytes,
  type KeyType,
  payloadOf,
} from '../model/attribute-value.js'
import { decodeNumber, encodeNumber } from './number-codec.js'

/** The longest value any key attribute can have; also the partition key's own limit. */
const valueBytesMax = 2048

export function encodeKeyValue(type: KeyType, value: AttributeValue): Buffer {
  const bytes = encodeValue(type, value)
  assert(bytes.length <= valueBytesMax, 'a key value fits its limit', { length: bytes.length })
  return bytes
}

/** A value of any length, in the same form. */
export function encodeValue(type: KeyType, value: AttributeValue): Buffer {
  const payload = payloadOf(value)
  assert(Object.hasOwn(value, type) && typeof payload === 'string', 'a key value has its type', {
    type,
  })
  return encodePayload(type, payload)
}

export function decodeKeyValue(type: KeyType, bytes: Buffer): AttributeValue {
  assert(bytes.length <= valueBytesMax, 'a key value fits its limit', { length: bytes.length })
  switch (type) {
    case 'S':
      return { S: bytes.toString('utf8') }
    case 'B':
      return { B: bytes.toString('base64') }
    case 'N':
      return { N: decodeNumber(bytes) }
  }
}

function encodePayload(type: KeyType, payload: string): Buffer {
  switch (type) {
    case 'S':
      return Buffer.from(payload, 'utf8')
    case 'B':
      return binaryBytes(payload)
    case 'N':
      return encodeNumber(payload)
  }
}

/** Zero is the escape byte: `00` inside a part becomes `00 FF`, and `00 00` ends the part. */
const escapeByte = 0x00
const escapedZero = 0xff
const terminator = Buffer.of(escapeByte, escapeByte)
export const terminatorBytes = terminator.length

/**
 * A part that others may follow. A part that is the start of another sorts first, because its end
 * (`00 00`) is below everything the longer one can continue with (`00 FF`, or a byte above zero).
 */
export function terminatedPart(bytes: Uint8Array): Buffer {
  const zeros = countZeros(bytes)
  const part = Buffer.allocUnsafe(bytes.length + zeros + terminatorBytes)
  if (zeros === 0) part.set(bytes)
  else writeEscaped(bytes, part)
  part.set(terminator, part.length - terminatorBytes)
  return part
}

/** The part without its end: the common start of all parts whose values start with these bytes. */
export function escapedPart(bytes: Uint8Array): Buffer {
  const part = terminatedPart(bytes)
  return part.subarray(0, part.length - terminatorBytes)
}

/** The value of the part that starts at `offset`, and where the next part starts. */
export function readPart(bytes: Buffer, offset: number): { value: Buffer; next: number } {
  const value: number[] = []
  for (let at = offset; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === escapeByte) {
      const mark = bytes[++at]
      if (mark === escapeByte) return { value: Buffer.from(value), next: at + 1 }
      assert(mark === escapedZero, 'an escape is known', { mark })
    }
    value.push(byte)
  }
  assert(false, 'a part is terminated')
}

function countZeros(bytes: Uint8Array): number {
  let zeros = 0
  for (let at = bytes.indexOf(escapeByte); at !== -1; at = bytes.indexOf(escapeByte, at + 1))
    zeros++
  return zeros
}

function writeEscaped(bytes: Uint8Array, target: Buffer): void {
  let end = 0
  for (const byte of bytes) {
    target[end++] = byte
    if (byte === escapeByte) target[end++] = escapedZero
  }
}
