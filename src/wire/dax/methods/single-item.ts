/** Methods on one item: getItem, putItem, updateItem, deleteItem. */
import type { AnsweredItem } from '../../../api/answered-item.js'
import type {
  ConsumedCapacity,
  ItemCollectionMetrics,
  ReturnValue,
} from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import { readItem } from '../../../model/read-attribute-value.js'
import type { CborValue } from '../../cbor/cbor-value.js'
import { CborWriter } from '../../cbor/encode-cbor.js'
import { members } from '../answers.js'
import { conditionText } from '../condition-text.js'
import { collectionMetrics } from '../consumed.js'
import { itemAnswer } from '../item-answers.js'
import { readKeyBytes } from '../key-bytes.js'
import { Keywords, keywords } from '../keywords.js'
import { requireBytes, requireName } from '../malformed.js'
import { MemberAnswer } from '../member-answer.js'
import { Placeholders } from '../placeholders.js'
import { readProjection, type ReadProjection } from '../projection.js'
import { writeProjectedItem } from '../projected-items.js'
import { rememberedItem, type ReadAnswer } from '../remembered-reads.js'
import { rememberedPut } from '../remembered-puts.js'
import type { DaxCall } from '../served-dax.js'
import { plainItem, readStreamItem, streamItemOf, touchedAttributesOf } from '../stream-items.js'
import { updateText } from '../update-text.js'
import type { DaxMethod } from './method.js'

export const getItem: DaxMethod = {
  name: 'getItem',
  operation: 'GetItem',
  id: 263244906,
  arguments: 3,
  async run(call, [tableName, keyBytes, given]) {
    const table = await call.table(requireName(tableName, 'a table name'))
    const options = new Keywords(given)
    const projection = readProjection(options.bytes(keywords.projection))
    const input = {
      TableName: table.name,
      Key: readKeyBytes(table.keySchema, requireBytes(keyBytes, 'a key')),
      ...options.consistentRead,
      ...options.consumedCapacity,
      ...projection?.parameters,
    }
    const read = async (): Promise<ReadAnswer> => {
      const output = await call.call('dynamodb.GetItem', input)
      const { Item: item, ConsumedCapacity: consumed } = output ?? {}
      const answer = new MemberAnswer()
      if (item !== undefined) answer.add(members.item, await gotItem(call, table, item, projection))
      const remembered = answer.written()
      if (consumed === undefined) return { answer: remembered, remembered }
      answer.addConsumed(consumed)
      return { answer: answer.written(), remembered }
    }
    // AWS: what is read consistently, or in part, is neither looked for in the cache nor kept there.
    const isCached = projection === undefined && input.ConsistentRead !== true
    if (!isCached) return (await read()).answer
    return rememberedItem(call, { table, input, isPlain: true }, read)
  },
}

/** The item itself as CBOR: bytes, or a map if it was projected. */
async function gotItem(
  { lists }: DaxCall,
  { keySchema }: Table,
  item: AnsweredItem,
  projection: ReadProjection | undefined,
): Promise<Buffer> {
  const writer = new CborWriter()
  if (projection === undefined) {
    writer.value(await streamItemOf(lists, keySchema, plainItem(item)))
  } else {
    writeProjectedItem(writer, projection.paths, plainItem(item))
  }
  return writer.written()
}

export const putItem: DaxMethod = {
  name: 'putItem',
  operation: 'PutItem',
  id: -2106490455,
  arguments: 4,
  async run(call, [tableName, keyBytes, itemBytes, given]) {
    const { table, options, parameters } = await readWrite(call, tableName, given)
    const key = readKeyBytes(table.keySchema, requireBytes(keyBytes, 'a key'))
    const item = await readStreamItem(call.lists, key, requireBytes(itemBytes, 'an item'))
    const input = { TableName: table.name, Item: item, ...parameters }
    const put = async () =>
      writeAnswer(call, table, options, await call.call('dynamodb.PutItem', input))
    const asRead = () => itemAnswer(call.lists, table.keySchema, readItem(item))
    return rememberedPut(call, { table, key }, { put, asRead })
  },
}

export const updateItem: DaxMethod = {
  name: 'updateItem',
  operation: 'UpdateItem',
  id: 1425579023,
  arguments: 3,
  async run(call, [tableName, keyBytes, given]) {
    const { table, options, parameters } = await readWrite(call, tableName, given)
    const key = readKeyBytes(table.keySchema, requireBytes(keyBytes, 'a key'))
    const input = { TableName: table.name, Key: key, ...parameters }
    return writeAnswer(call, table, options, await call.call('dynamodb.UpdateItem', input))
  },
}

export const deleteItem: DaxMethod = {
  name: 'deleteItem',
  operation: 'DeleteItem',
  id: 1013539361,
  arguments: 3,
  async run(call, [tableName, keyBytes, given]) {
    const { table, options, parameters } = await readWrite(call, tableName, given)
    const key = readKeyBytes(table.keySchema, requireBytes(keyBytes, 'a key'))
    const input = { TableName: table.name, Key: key, ...parameters }
    return writeAnswer(call, table, options, await call.call('dynamodb.DeleteItem', input))
  },
}

/** What puts, updates and deletes have in common. */
async function readWrite(call: DaxCall, tableName: CborValue, given: CborValue) {
  const table = await call.table(requireName(tableName, 'a table name'))
  const options = new Keywords(given)
  const placeholders = new Placeholders()
  const update = options.bytes(keywords.update)
  const condition = options.bytes(keywords.condition)
  const expressions = {
    ...(update && { UpdateExpression: updateText(update, placeholders) }),
    ...(condition && { ConditionExpression: conditionText(condition, placeholders) }),
  }
  const parameters = {
    ...expressions,
    ...placeholders.parameters,
    ...options.returnValues,
    ...options.consumedCapacity,
    ...options.collectionMetrics,
  }
  return { table, options, parameters }
}

interface WriteOutput {
  readonly Attributes?: AnsweredItem
  readonly ConsumedCapacity?: ConsumedCapacity
  readonly ItemCollectionMetrics?: ItemCollectionMetrics
}

const touchedOnly: readonly (ReturnValue | undefined)[] = ['UPDATED_OLD', 'UPDATED_NEW']

async function writeAnswer(
  { lists }: DaxCall,
  { keySchema }: Table,
  options: Keywords,
  output: WriteOutput = {},
): Promise<Buffer> {
  const answer = new MemberAnswer()
  const { Attributes: attributes, ItemCollectionMetrics: metrics } = output
  if (attributes !== undefined) {
    const item = plainItem(attributes)
    const bytes = touchedOnly.includes(options.returnValues.ReturnValues)
      ? await touchedAttributesOf(lists, item)
      : await streamItemOf(lists, keySchema, item)
    answer.addValue(members.attributes, bytes)
  }
  answer.addConsumed(output.ConsumedCapacity)
  if (metrics !== undefined) {
    answer.addValue(members.collectionMetrics, collectionMetrics(keySchema, metrics))
  }
  return answer.written()
}
