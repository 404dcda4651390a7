/**
 * Turns a shape into the function that decodes its JSON. Every shape is compiled once, so that a
 * request only runs the compiled functions.
 *
 * AWS: the sentence about a wrong type depends on where the structure or collection is.
 */
import { serialization } from '../model/errors.js'
import { findFacts, namesIn } from '../model/read-ahead.js'
import { unreachable } from '../stdx/assert.js'
import {
  dropped,
  listWithChanges,
  objectWithChanges,
  type JsonObject,
} from '../model/changed-members.js'
import {
  absentAttributeValue,
  decodeAttributeValueElement,
  decodeAttributeValueMember,
} from '../model/decode-attribute-value.js'
import { decodeBlob } from '../model/decode-blob.js'
import {
  decodeBoolean,
  decodeDouble,
  decodeInteger,
  decodeLong,
  decodeString,
  decodeTimestamp,
  structureNotExpected,
  type Decode,
} from '../model/decode-scalars.js'
import { javaType } from './java-type.js'
import type { Compiling } from './quirks.js'
import type { MapShape, Shape, StructureShape } from './shape.js'

export type Place = 'member' | 'element'

export function compileDecoder(compiling: Compiling, name: string, place: Place): Decode {
  const shape = compiling.shapes[name]!
  switch (shape.kind) {
    case 'structure':
      return structureDecoder(compiling, name, shape, place)
    case 'list':
      return listDecoder(compileDecoder(compiling, shape.element, 'element'), place)
    case 'map':
      return mapDecoder(compiling, name, shape, place)
    case 'attribute-value':
      return place === 'member' ? decodeAttributeValueMember : decodeAttributeValueElement
    default:
      return scalarDecoder(shape.kind)
  }
}

function scalarDecoder(
  kind: Exclude<Shape['kind'], 'structure' | 'list' | 'map' | 'attribute-value'>,
): Decode {
  switch (kind) {
    case 'string':
      return decodeString
    case 'boolean':
      return decodeBoolean
    case 'integer':
      return decodeInteger
    case 'long':
      return decodeLong
    case 'double':
      return decodeDouble
    case 'blob':
      return decodeBlob
    case 'timestamp':
      return decodeTimestamp
    default:
      return unreachable(kind)
  }
}

function structureDecoder(
  compiling: Compiling,
  name: string,
  shape: StructureShape,
  place: Place,
): Decode {
  const members = new Map<string, Decode>()
  for (const [member, memberShape] of Object.entries(shape.members)) {
    members.set(member, compileDecoder(compiling, memberShape, 'member'))
  }
  const scalar = place === 'member' ? 'Unexpected field type' : 'Unexpected value type in payload'
  const list = `Unrecognized collection type class ${javaType(compiling, name)}`
  return (json) => decodeStructure(requireObject(json, scalar, list), members)
}

function decodeStructure(json: JsonObject, members: ReadonlyMap<string, Decode>): JsonObject {
  let changes: Map<string, unknown> | undefined
  for (const name in json) {
    const decode = members.get(name)
    const value = json[name]
    const decoded = decode === undefined || value === null ? dropped : decode(value)
    if (decoded !== value) (changes ??= new Map<string, unknown>()).set(name, decoded)
  }
  return objectWithChanges(json, changes)
}

/** The service's sentence about a scalar in place of a collection inside a collection. */
const castSentence =
  "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')"

function collectionSentence(place: Place): string {
  return place === 'member' ? 'Unexpected field type' : castSentence
}

/** A null element is kept, for the constraints to refuse. */
function listDecoder(decodeElement: Decode, place: Place): Decode {
  const scalar = collectionSentence(place)
  const absent = absentElement(decodeElement)
  return (json) => {
    if (!Array.isArray(json)) {
      throw serialization(typeof json === 'object' ? structureNotExpected : scalar)
    }
    return decodeElements(json, decodeElement, absent)
  }
}

function absentElement(decode: Decode): unknown {
  return decode === decodeAttributeValueElement ? absentAttributeValue : null
}

function decodeElements(
  list: readonly unknown[],
  decode: Decode,
  absent: unknown,
): readonly unknown[] {
  let changes: Map<number, unknown> | undefined
  for (let index = 0; index < list.length; index++) {
    const element = list[index]
    const decoded = element === null ? absent : decode(element)
    if (decoded !== element) (changes ??= new Map<number, unknown>()).set(index, decoded)
  }
  return listWithChanges(list, changes)
}

function mapDecoder(compiling: Compiling, name: string, shape: MapShape, place: Place): Decode {
  const decode = compileDecoder(compiling, shape.value, 'element')
  const absent = absentElement(decode)
  const scalar = collectionSentence(place)
  const list = `Unrecognized collection type ${javaType(compiling, name)}`
  return (json) => decodeValues(requireObject(json, scalar, list), decode, absent)
}

function decodeValues(map: JsonObject, decode: Decode, absent: unknown): JsonObject {
  if (decode === decodeAttributeValueElement && findFacts(map) !== undefined) return map
  let changes: Map<string, unknown> | undefined
  for (const name of namesIn(map)) {
    const value = map[name]
    const decoded = value === null ? absent : decode(value)
    if (decoded !== value) (changes ??= new Map<string, unknown>()).set(name, decoded)
  }
  return objectWithChanges(map, changes)
}

function requireObject(json: unknown, scalarSentence: string, listSentence: string): JsonObject {
  if (Array.isArray(json)) throw serialization(listSentence)
  if (typeof json !== 'object' || json === null) throw serialization(scalarSentence)
  return json as JsonObject
}
