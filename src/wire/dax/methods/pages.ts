/** Methods that answer with pages: query and scan. */
import type { QueryOutput, ScanOutput } from '../../../api/generated/dynamodb-types.js'
import type { PageKind } from '../../../accelerator/cached-table.js'
import type { Table } from '../../../catalog/table.js'
import type { Item } from '../../../model/item.js'
import type { CborValue } from '../../cbor/cbor-value.js'
import { CborWriter } from '../../cbor/encode-cbor.js'
import { members } from '../answers.js'
import { conditionText } from '../condition-text.js'
import { writeItems } from '../item-lists.js'
import { compoundKeyOf, keyBytesOf, readCompoundKey, readKeyBytes } from '../key-bytes.js'
import { Keywords, keywords } from '../keywords.js'
import { requireBytes, requireName } from '../malformed.js'
import { MemberAnswer } from '../member-answer.js'
import { Placeholders } from '../placeholders.js'
import { readProjection, type ReadProjection } from '../projection.js'
import { queriedPartition } from '../queried-partition.js'
import { rememberedPage, type ReadAnswer } from '../remembered-reads.js'
import type { DaxCall } from '../served-dax.js'
import { plainItem } from '../stream-items.js'
import type { DaxMethod } from './method.js'

export const query: DaxMethod = {
  name: 'query',
  operation: 'Query',
  id: -931250863,
  arguments: 3,
  async run(call, [tableName, condition, given]) {
    const page = await readPage(call, tableName, given, condition)
    const read = async () => pageAnswer(call, page, await call.call('dynamodb.Query', page.input))
    return remembering(call, page, 'query', read)
  },
}

export const scan: DaxMethod = {
  name: 'scan',
  operation: 'Scan',
  id: -1875390620,
  arguments: 2,
  async run(call, [tableName, given]) {
    const page = await readPage(call, tableName, given, null)
    const [segment, total] = [
      page.options.whole(keywords.segment),
      page.options.whole(keywords.totalSegments),
    ]
    const input = {
      ...page.input,
      ...(segment !== undefined && { Segment: segment }),
      ...(total !== undefined && { TotalSegments: total }),
    }
    const read = async () => pageAnswer(call, page, await call.call('dynamodb.Scan', input))
    return remembering(call, { ...page, input }, 'scan', read)
  },
}

/** AWS: what is read consistently is not cached. */
async function remembering(
  call: DaxCall,
  { table, input, partition }: PageCall,
  kind: PageKind,
  read: () => Promise<ReadAnswer>,
): Promise<Buffer> {
  if (input.ConsistentRead === true) return (await read()).answer
  return rememberedPage(call, { table, kind, input, partition }, read)
}

interface PageCall {
  readonly table: Table
  readonly options: Keywords
  readonly indexName: string | undefined
  readonly projection: ReadProjection | undefined
  readonly input: PageInput
  /** Of a query of the table: the only one whose items it can have. */
  readonly partition: string | undefined
}

async function readPage(
  call: DaxCall,
  tableName: CborValue,
  given: CborValue,
  condition: CborValue,
): Promise<PageCall> {
  const table = await call.table(requireName(tableName, 'a table name'))
  const options = new Keywords(given)
  const named = options.get(keywords.indexName)
  const indexName = named === undefined ? undefined : requireName(named, 'an index name')
  const placeholders = new Placeholders()
  const keyBytes = condition === null ? undefined : requireBytes(condition, 'a key condition')
  const keyCondition = keyBytes && conditionText(keyBytes, placeholders)
  const filterBytes = options.bytes(keywords.filter)
  const filter = filterBytes && conditionText(filterBytes, placeholders)
  const projection = readProjection(options.bytes(keywords.projection), placeholders)
  const input = {
    TableName: table.name,
    ...(indexName !== undefined && { IndexName: indexName }),
    ...(keyCondition && { KeyConditionExpression: keyCondition }),
    ...(filter && { FilterExpression: filter }),
    ...projection?.parameters,
    ...placeholders.parameters,
    ...pageOptions(table, options, indexName),
  }
  const partition =
    keyBytes && indexName === undefined ? queriedPartition(table, keyBytes) : undefined
  return { table, options, indexName, projection, input, partition }
}

type PageInput = { readonly TableName: string } & ReturnType<typeof pageOptions>

function pageOptions(table: Table, options: Keywords, indexName: string | undefined) {
  const limit = options.whole(keywords.limit)
  const startBytes = options.bytes(keywords.startKey)
  const start = startBytes && startKeyOf(table, indexName, startBytes)
  return {
    ...options.consistentRead,
    ...options.consumedCapacity,
    ...options.forward,
    ...options.select,
    ...(limit !== undefined && { Limit: limit }),
    ...(start && { ExclusiveStartKey: start }),
  }
}

function startKeyOf({ keySchema }: Table, indexName: string | undefined, bytes: Buffer): Item {
  return indexName === undefined ? readKeyBytes(keySchema, bytes) : readCompoundKey(bytes)
}

async function pageAnswer(
  { lists }: DaxCall,
  { table, indexName, projection }: PageCall,
  output: QueryOutput | ScanOutput = {},
): Promise<ReadAnswer> {
  const { keySchema } = table
  const { Items: items, LastEvaluatedKey: last } = output
  const answer = new MemberAnswer()
  if (items !== undefined) {
    const writer = new CborWriter()
    writer.list(items.length)
    await writeItems(writer, items, { lists, keySchema, projection }, (pair) => pair.list(2))
    answer.add(members.items, writer.written())
  }
  answer.addValue(members.count, output.Count ?? 0)
  answer.addValue(members.scannedCount, output.ScannedCount ?? 0)
  if (last !== undefined) {
    const key = plainItem(last)
    const bytes = indexName === undefined ? keyBytesOf(keySchema, key) : compoundKeyOf(key)
    answer.addValue(members.lastKey, bytes)
  }
  const remembered = answer.written()
  if (output.ConsumedCapacity === undefined) return { answer: remembered, remembered }
  answer.addConsumed(output.ConsumedCapacity)
  return { answer: answer.written(), remembered }
}
