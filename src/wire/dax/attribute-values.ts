/**
 * Attribute values on the wire of DAX: the type of a value is that of its CBOR. What comes in is checked by
 * the operations, like any other input.
 */
import { binaryBytes, type AttributeMap, type AttributeValue } from '../../model/attribute-value.js'
import { CborTag, type CborMap, type CborValue } from '../cbor/cbor-value.js'
import type { CborWriter } from '../cbor/encode-cbor.js'
import { malformed, requireBytes, requireList, requireText } from './malformed.js'
import { numberText, writeNumber } from './numbers.js'

export const stringSetTag = 3321
const numberSetTag = 3322
const binarySetTag = 3323

export function readValue(value: CborValue): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value }
    case 'boolean':
      return { BOOL: value }
    case 'undefined':
      return { NULL: true }
    case 'number':
    case 'bigint':
      return { N: requireNumber(value) }
    default:
      return value === null ? { NULL: true } : readObject(value)
  }
}

function readObject(value: Exclude<CborValue, undefined | null>): AttributeValue {
  if (value instanceof Uint8Array) return { B: base64(value) }
  if (value instanceof Map) return { M: readMembers(value as CborMap) }
  if (value instanceof CborTag) return readTagged(value)
  return { L: requireList(value, 'a value').map(readValue) }
}

/** Attributes by name. */
export function readMembers(map: CborMap): AttributeMap {
  const members: [string, AttributeValue][] = []
  for (const [name, member] of map) {
    members.push([requireText(name, 'the name of an attribute'), readValue(member)])
  }
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return Object.fromEntries(members)
}

function readTagged(tagged: CborTag): AttributeValue {
  const { tag, value } = tagged
  switch (tag) {
    case stringSetTag:
      return { SS: requireList(value, 'a set').map((each) => requireText(each, 'an element')) }
    case numberSetTag:
      return { NS: requireList(value, 'a set').map(requireNumber) }
    case binarySetTag:
      return {
        BS: requireList(value, 'a set').map((each) => base64(requireBytes(each, 'an element'))),
      }
    default:
      return { N: requireNumber(tagged) }
  }
}

function requireNumber(value: CborValue): string {
  const text = numberText(value)
  if (text === undefined) throw malformed('a value is of no type that attributes have')
  return text
}

function base64(bytes: Uint8Array): string {
  return (bytes as Buffer).toString('base64')
}

export function writeValue(writer: CborWriter, value: AttributeValue): void {
  if ('S' in value) writer.value(value.S)
  else if ('N' in value) writeNumber(writer, value.N)
  else if ('B' in value) writer.value(binaryBytes(value.B))
  else if ('BOOL' in value) writer.value(value.BOOL)
  else if ('NULL' in value) writer.value(null)
  else if ('M' in value) writeMembers(writer, value.M)
  else if ('L' in value) {
    writer.list(value.L.length)
    for (const element of value.L) writeValue(writer, element)
  } else writeSet(writer, value)
}

function writeMembers(writer: CborWriter, map: AttributeMap): void {
  const members = Object.entries(map)
  writer.map(members.length)
  for (const [name, member] of members) {
    writer.value(name)
    writeValue(writer, member)
  }
}

type SetValue = Extract<AttributeValue, { SS: unknown } | { NS: unknown } | { BS: unknown }>

function writeSet(writer: CborWriter, set: SetValue): void {
  if ('SS' in set) {
    writer.tag(stringSetTag)
    writer.value(set.SS)
  } else if ('NS' in set) {
    writer.tag(numberSetTag)
    writer.list(set.NS.length)
    for (const text of set.NS) writeNumber(writer, text)
  } else {
    writer.tag(binarySetTag)
    writer.value(set.BS.map(binaryBytes))
  }
}
