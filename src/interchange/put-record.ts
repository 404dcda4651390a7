/** A record that puts an item, with the rules and sentences of PutItem. */
import type { AttributeMap } from '../model/attribute-value.js'
import { decodeAttributeMap } from '../model/decode-attribute-value.js'
import { validation } from '../model/errors.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { Item } from '../model/item.js'
import { itemSizeBytesMax } from '../model/limits.js'
import { readItem, type RawAttributeMap } from '../model/read-attribute-value.js'
import { UnreadableText } from './text-record.js'

export interface PutRecord {
  readonly item: Item
  readonly sizeBytes: number
  /** Only if the record has one. */
  readonly condition?: RecordCondition
}

/** As it is written: nothing of it was parsed. */
export interface RecordCondition {
  readonly expression: string
  readonly names: Readonly<Record<string, string>> | undefined
  readonly values: AttributeMap | undefined
}

export type RawMembers = { readonly [name: string]: unknown }

/** Items alone, as imports read them: what stands beside `Item` has no meaning. */
export function readPut(members: RawMembers): PutRecord {
  return readPutItem(members)
}

/** Items that may have a condition, as bulk puts read them. */
export function readConditionalPut(members: RawMembers): PutRecord {
  const put = readPutItem(members)
  const expression = members['ConditionExpression']
  if (expression === undefined || expression === null) return put
  if (typeof expression !== 'string') throw validation('ConditionExpression must be a string')
  const names = members['ExpressionAttributeNames']
  const values = members['ExpressionAttributeValues']
  const condition = { expression, names: readNames(names), values: readValues(values) }
  return { ...put, condition }
}

function readPutItem(members: RawMembers): PutRecord {
  const raw = Object.hasOwn(members, 'Item') ? members['Item'] : undefined
  if (!isMap(raw)) throw new UnreadableText('The object has no member Item')
  const item = readItem(decodeAttributeMap(raw) as RawAttributeMap)
  const sizeBytes = itemSizeBytes(item)
  if (sizeBytes > itemSizeBytesMax) {
    throw validation('Item size has exceeded the maximum allowed size')
  }
  return { item, sizeBytes }
}

function readNames(json: unknown): Readonly<Record<string, string>> | undefined {
  if (json === undefined || json === null) return undefined
  if (!isMap(json) || Object.values(json).some((name) => typeof name !== 'string')) {
    throw validation('ExpressionAttributeNames must be a map of strings')
  }
  return json as Readonly<Record<string, string>>
}

function readValues(json: unknown): AttributeMap | undefined {
  if (json === undefined || json === null) return undefined
  if (!isMap(json)) throw validation('ExpressionAttributeValues must be a map of attribute values')
  return readItem(decodeAttributeMap(json) as RawAttributeMap)
}

export function isMap(json: unknown): json is RawMembers {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
