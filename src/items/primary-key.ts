/**
 * Checks that a key in a request fits the table, in the two wordings that the service has: one for
 * whole items that are put, one for keys that are looked up.
 */
import { binaryLength, payloadOf, typeOf, type AttributeValue } from '../model/attribute-value.js'
import {
  invalidParameter,
  keyDoesNotMatchSchema,
  parameterNotValid,
  type ServiceError,
} from '../model/errors.js'
import { attributeOf, pickAttributes, type Item } from '../model/item.js'
import { keyAttributes, type KeyAttribute, type KeySchema } from '../model/key-schema.js'
import { partitionKeyBytesMax, sortKeyBytesMax } from '../model/limits.js'
import { numberSizeBytes } from '../model/item-size.js'

/** Checks and returns the key of an item that is put. */
export function keyOfItem(schema: KeySchema, item: Item): Item {
  const attributes = keyAttributes(schema)
  for (const attribute of attributes) checkPutAttribute(schema, attribute, item)
  return pickAttributes(
    item,
    attributes.map(({ name }) => name),
  )
}

function checkPutAttribute(schema: KeySchema, attribute: KeyAttribute, item: Item): void {
  const { name, type } = attribute
  const value = attributeOf(item, name)
  if (value === undefined) throw invalidParameter(`Missing the key ${name} in the item`)
  const actual = typeOf(value)
  if (actual !== type) {
    throw invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${actual}`)
  }
  checkKeyValue(schema, attribute, value)
}

/** Checks a key that is looked up: exactly the attributes of the schema, each of its type. */
export function checkKey(schema: KeySchema, key: Item): void {
  const attributes = keyAttributes(schema)
  if (Object.keys(key).length !== attributes.length) throw keyDoesNotMatchSchema()
  for (const { name, type } of attributes) {
    const value = attributeOf(key, name)
    if (value === undefined || typeOf(value) !== type) throw keyDoesNotMatchSchema()
  }
  for (const attribute of attributes) {
    checkKeyValue(schema, attribute, attributeOf(key, attribute.name)!)
  }
}

function checkKeyValue(schema: KeySchema, { name }: KeyAttribute, value: AttributeValue): void {
  const empty = emptyKeyValue(value)
  if (empty !== undefined) throw parameterNotValid(`${empty} Key: ${name}`)
  const isPartition = name === schema.partition.name
  if (isPartition ? keyBytes(value) > partitionKeyBytesMax : keyBytes(value) > sortKeyBytesMax) {
    throw isPartition ? partitionKeyTooLong() : sortKeyTooLong()
  }
}

/**
 * Returns the sentence about an empty string or binary in a key, or undefined if the value is not
 * empty.
 */
export function emptyKeyValue(value: AttributeValue): string | undefined {
  if (payloadOf(value) !== '') return undefined
  const noun = 'S' in value ? 'string' : 'binary'
  return `The AttributeValue for a key attribute cannot contain an empty ${noun} value.`
}

export function keyBytes(value: AttributeValue): number {
  if ('S' in value) return Buffer.byteLength(value.S)
  if ('B' in value) return binaryLength(value.B)
  return 'N' in value ? numberSizeBytes(value.N) : 0
}

export function partitionKeyTooLong(): ServiceError {
  // AWS: no space before the number.
  return invalidParameter(
    `Size of hashkey has exceeded the maximum size limit of${partitionKeyBytesMax} bytes`,
  )
}

export function sortKeyTooLong(): ServiceError {
  return invalidParameter(
    `Aggregated size of all range keys has exceeded the size limit of ${sortKeyBytesMax} bytes`,
  )
}
