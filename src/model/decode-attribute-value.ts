/**
 * Decodes the attribute values of a request. Only JSON types and base64 are checked here; `model/`
 * reads the values themselves, and reports nulls in sets, empty values and values of several types.
 *
 * A value nested beyond the limit is left undecoded: the reader in `model/` refuses what contains
 * it before reaching it, so hostile nesting cannot exhaust the stack.
 */
import { serialization } from './errors.js'
import { nestingLevelsMax } from './limits.js'
import { findFacts } from './read-ahead.js'
import { dropped, listWithChanges, objectWithChanges, type JsonObject } from './changed-members.js'
import { decodeBlob } from './decode-blob.js'
import { decodeBoolean, decodeString, structureNotExpected, type Decode } from './decode-scalars.js'

const decodedLevelsMax = nestingLevelsMax + 1

export const attributeValueClass = 'com.amazonaws.dynamodb.v20120810.AttributeValue'

/** Used for an attribute value that is required but absent: the reader reports it as empty. */
export const absentAttributeValue: JsonObject = Object.freeze({})

/** Decodes a value that is a member of a structure. */
export function decodeAttributeValueMember(json: unknown): unknown {
  return decodeValue(json, 1, 'Unexpected field type')
}

/** Decodes a value that is in a list or map. */
export function decodeAttributeValueElement(json: unknown): unknown {
  return decodeElement(json, 1)
}

/** Decodes the attributes of an item. */
export function decodeAttributeMap(json: JsonObject): unknown {
  return decodeMap(json, 0)
}

function decodeElement(json: unknown, level: number): unknown {
  if (json === null) return absentAttributeValue
  return decodeValue(json, level, 'Unexpected value type in payload')
}

function decodeValue(json: unknown, level: number, scalarSentence: string): unknown {
  if (level > decodedLevelsMax) return json
  if (typeof json !== 'object') throw serialization(scalarSentence)
  if (Array.isArray(json)) {
    throw serialization(`Unrecognized collection type class ${attributeValueClass}`)
  }
  return decodeTypes(json as JsonObject, level)
}

function decodeTypes(json: JsonObject, level: number): JsonObject {
  let changes: Map<string, unknown> | undefined
  for (const type in json) {
    const value = json[type]
    const decoded = value === null ? dropped : decodeTyped(type, value, level)
    if (decoded !== value) (changes ??= new Map<string, unknown>()).set(type, decoded)
  }
  return objectWithChanges(json, changes)
}

function decodeTyped(type: string, value: unknown, level: number): unknown {
  switch (type) {
    case 'S':
    case 'N':
      return decodeString(value)
    case 'B':
      return decodeBlob(value)
    case 'BOOL':
    case 'NULL':
      return decodeBoolean(value)
    case 'SS':
    case 'NS':
      return decodeSet(value, decodeString)
    case 'BS':
      return decodeSet(value, decodeBlob)
    case 'L':
      return decodeList(value, level)
    case 'M':
      return decodeMap(value, level)
    default:
      return dropped
  }
}

/** A null member is kept, for the reader to refuse. */
function decodeSet(json: unknown, decode: Decode): unknown {
  for (const element of requireList(json)) if (element !== null) decode(element)
  return json
}

function decodeList(json: unknown, level: number): unknown {
  const list = requireList(json)
  if (findFacts(list) !== undefined) return list
  let changes: Map<number, unknown> | undefined
  for (let index = 0; index < list.length; index++) {
    const decoded = decodeElement(list[index], level + 1)
    if (decoded !== list[index]) (changes ??= new Map<number, unknown>()).set(index, decoded)
  }
  return listWithChanges(list, changes)
}

function requireList(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json
  throw serialization(typeof json === 'object' ? structureNotExpected : 'Unexpected field type')
}

function decodeMap(json: unknown, level: number): unknown {
  if (typeof json !== 'object') throw serialization('Unexpected field type')
  if (Array.isArray(json)) {
    throw serialization(
      `Unrecognized collection type java.util.Map<java.lang.String, ${attributeValueClass}>`,
    )
  }
  const map = json as JsonObject
  if (findFacts(map) !== undefined) return map
  let changes: Map<string, unknown> | undefined
  for (const name in map) {
    const decoded = decodeElement(map[name], level + 1)
    if (decoded !== map[name]) (changes ??= new Map<string, unknown>()).set(name, decoded)
  }
  return objectWithChanges(map, changes)
}
