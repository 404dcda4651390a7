/**
 * Where a page continues, as the client sends it: the cursor attributes of the last item of the
 * page before. The client may have invented it, so it is checked against the target's key, the
 * table's key, and what is being read.
 */
import { typeOf } from '../../model/attribute-value.js'
import {
  keyDoesNotMatchSchema,
  parameterNotValid,
  ServiceError,
  validation,
} from '../../model/errors.js'
import { javaKeyText } from '../../model/java-value.js'
import { attributeOf, pickAttributes, type Item } from '../../model/item.js'
import { keyAttributes, type KeyAttribute } from '../../model/key-schema.js'
import { partitionKeyBytesMax, sortKeyBytesMax } from '../../model/limits.js'
import type { KeyRange } from '../../storage/keyspace.js'
import {
  checkKey,
  emptyKeyValue,
  keyBytes,
  partitionKeyTooLong,
  sortKeyTooLong,
} from '../primary-key.js'
import type { ReadTarget } from './read-target.js'

/** Errors about a start key begin with this sentence, with or without a reason. */
export function invalidStartKey(reason?: string): ServiceError {
  const sentence = 'The provided starting key is invalid'
  return validation(reason === undefined ? sentence : `${sentence}: ${reason}`)
}

/** AWS: a partition of a table without sort key has one item, so nothing can follow it. */
export function noRestart(start: Item): ServiceError {
  return validation(
    `The provided exclusive start key is invalid: ExclusiveStartKey: ${javaKeyText(start)}`,
  )
}

export function hasCursorLength(target: ReadTarget, start: Item): boolean {
  return Object.keys(start).length === target.cursorAttributes.length
}

/** Checks one attribute of the target's own key. */
export function requireStartPart({ name, type }: KeyAttribute, start: Item): void {
  const value = attributeOf(start, name)
  if (value === undefined) throw invalidStartKey()
  if (typeOf(value) !== type) throw keyDoesNotMatchSchema()
}

/** Checks the table's key within the start key, and that all values are possible in a key. */
export function requireStartValues(target: ReadTarget, start: Item): void {
  const { keySchema } = target.table
  const names = keyAttributes(keySchema).map(({ name }) => name)
  try {
    checkKey(keySchema, pickAttributes(start, names))
    if (target.index !== undefined) checkIndexValues(target, start)
  } catch (error) {
    throw error instanceof ServiceError ? invalidStartKey(error.message) : error
  }
}

function checkIndexValues({ partition, sort }: ReadTarget, start: Item): void {
  for (const { name } of [...partition, ...sort]) {
    const empty = emptyKeyValue(attributeOf(start, name)!)
    if (empty !== undefined) throw parameterNotValid(`${empty} Key: ${name}`)
  }
  if (totalBytes(partition, start) > partitionKeyBytesMax) throw partitionKeyTooLong()
  if (totalBytes(sort, start) > sortKeyBytesMax) throw sortKeyTooLong()
}

function totalBytes(attributes: readonly KeyAttribute[], start: Item): number {
  return attributes.reduce((sum, { name }) => sum + keyBytes(attributeOf(start, name)!), 0)
}

export function contains({ from, to }: KeyRange, position: Buffer): boolean {
  return Buffer.compare(from, position) <= 0 && Buffer.compare(position, to) < 0
}
