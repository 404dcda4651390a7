/**
 * Primary keys on the wire of DAX: the values without their names, by the key schema of the table; and the keys
 * that pages of indexes begin after, which have names. The numbers of keys that come in are brought into normal form, so
 * that the same key can be looked up and written back.
 */
import { isUtf8 } from 'node:buffer'
import { binaryBytes, type AttributeValue } from '../../model/attribute-value.js'
import { normalizeNumber } from '../../model/decimal.js'
import { attributeOf, type Item } from '../../model/item.js'
import type { KeyAttribute, KeySchema } from '../../model/key-schema.js'
import { assert } from '../../stdx/assert.js'
import { CborWriter } from '../cbor/encode-cbor.js'
import { readMembers, readValue, writeValue } from './attribute-values.js'
import { decodeLexDecimal, encodeLexDecimal } from './lex-decimal.js'
import { firstNested, malformed, nestedValue, requireMap } from './malformed.js'

export function readKeyBytes({ partition, sort }: KeySchema, bytes: Buffer): Item {
  if (sort === undefined) return { [partition.name]: readOnly(partition, bytes) }
  const [first, rest] = firstNested(bytes, 'a key')
  return { [partition.name]: normal(readValue(first)), [sort.name]: readLast(sort, rest) }
}

/** What is out of range is left to the operation, which says so. */
function normal(value: AttributeValue): AttributeValue {
  if (!('N' in value)) return value
  const number = normalizeNumber(value.N)
  return 'text' in number ? { N: number.text } : value
}

/** A partition key that is alone. */
function readOnly(attribute: KeyAttribute, bytes: Buffer): AttributeValue {
  if (attribute.type !== 'N') return readRaw(attribute, bytes)
  return normal(readValue(nestedValue(bytes, 'a key')))
}

/** A sort key, which ends with the bytes. */
function readLast(attribute: KeyAttribute, bytes: Buffer): AttributeValue {
  if (attribute.type !== 'N') return readRaw(attribute, bytes)
  const text = decodeLexDecimal(bytes)
  if (text === undefined) throw malformed('a sort key is no number')
  return normal({ N: text })
}

function readRaw({ type }: KeyAttribute, bytes: Buffer): AttributeValue {
  if (type === 'B') return { B: bytes.toString('base64') }
  if (!isUtf8(bytes)) throw malformed('a key is no text')
  return { S: bytes.toString() }
}

/** `item` has at least the key, in normal form. */
export function keyBytesOf({ partition, sort }: KeySchema, item: Item): Buffer {
  const first = requireAttribute(item, partition)
  if (sort === undefined && partition.type !== 'N') return rawOf(first)
  const writer = new CborWriter()
  writeValue(writer, first)
  if (sort === undefined) return writer.written()
  const last = requireAttribute(item, sort)
  writer.raw('N' in last ? encodeLexDecimal(last.N) : rawOf(last))
  return writer.written()
}

function rawOf(value: AttributeValue): Buffer {
  if ('S' in value) return Buffer.from(value.S)
  assert('B' in value, 'keys are texts, numbers or bytes')
  return binaryBytes(value.B)
}

function requireAttribute(item: Item, { name }: KeyAttribute): AttributeValue {
  const value = attributeOf(item, name)
  assert(value !== undefined, 'an item has its key', { name })
  return value
}

/** The key that a page of an index begins after. */
export function readCompoundKey(bytes: Buffer): Item {
  return readMembers(requireMap(nestedValue(bytes, 'a start key'), 'a start key'))
}

export function compoundKeyOf(key: Item): Buffer {
  const writer = new CborWriter()
  // As clients send it: Java's reads a map without a length only.
  writer.openMap()
  for (const [name, value] of Object.entries(key)) {
    writer.value(name)
    writeValue(writer, value)
  }
  writer.closeMap()
  return writer.written()
}
