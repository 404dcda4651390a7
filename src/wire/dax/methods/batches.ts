/** batchGetItem and batchWriteItem. */
import { setTimeout as pause } from 'node:timers/promises'
import type {
  BatchWriteItemInput,
  BatchWriteItemOutput,
  KeysAndAttributes,
  WriteRequest,
} from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import type { AttributeMap } from '../../../model/attribute-value.js'
import { ServiceError } from '../../../model/errors.js'
import { nextTurn, Steps } from '../../../stdx/turns.js'
import type { CborValue } from '../../cbor/cbor-value.js'
import type { CborWriter } from '../../cbor/encode-cbor.js'
import { success } from '../answers.js'
import { collectionMetrics, simpleCapacity } from '../consumed.js'
import { writeItems } from '../item-lists.js'
import { keyBytesOf, readKeyBytes } from '../key-bytes.js'
import { flag, Keywords } from '../keywords.js'
import { unprocessedPauseMs, unprocessedRetriesMax } from '../limits.js'
import { malformed, requireBytes, requireList, requireMap, requireName } from '../malformed.js'
import { itemInAnswer } from '../item-answers.js'
import { readProjection, type ReadProjection } from '../projection.js'
import { rememberedBatch, type FoundItems } from '../remembered-batches.js'
import type { DaxCall } from '../served-dax.js'
import { readStreamItem } from '../stream-items.js'
import type { DaxMethod } from './method.js'

interface GetFrom {
  readonly table: Table
  readonly projection: ReadProjection | undefined
  readonly input: KeysAndAttributes
}

export const batchGetItem: DaxMethod = {
  name: 'batchGetItem',
  operation: 'BatchGetItem',
  id: -697851100,
  arguments: 2,
  async run(call, [given, options]) {
    const from = new Map<string, GetFrom>()
    for (const [name, wanted] of requireMap(given, 'the tables of a batch')) {
      const table = await call.table(requireName(name, 'a table name'))
      from.set(table.name, readGets(table, wanted))
    }
    const inputs = [...from].map(([name, { input }]) => [name, input] as const)
    const input = {
      RequestItems: Object.fromEntries(inputs),
      ...new Keywords(options).consumedCapacity,
    }
    // AWS: what is read consistently, or in part, is neither looked for in the cache nor kept there.
    const cached = [...from.values()].filter(
      ({ projection, input: { ConsistentRead } }) => projection === undefined && !ConsistentRead,
    )
    const batch = cached.map(({ table, input: { Keys: keys } }) => ({ table, keys }))
    const { output, found } = await rememberedBatch(call, input, batch)
    const { Responses: responses = {}, UnprocessedKeys: left = {} } = output
    const writer = success()
    writer.list(2)
    const tables = Object.entries(responses)
    writer.map(tables.length + found.size)
    for (const [name, items] of found) writeFound(writer, from.get(name)!.table, items)
    for (const [name, items] of tables) {
      const { table, projection } = from.get(name)!
      const { keySchema } = table
      writer.value(name)
      writer.list(projection === undefined ? 2 * items.length : items.length)
      await writeItems(writer, items, { lists: call.lists, keySchema, projection }, () => undefined)
    }
    writeUnprocessedKeys(writer, from, left)
    writer.value((output.ConsumedCapacity ?? []).map(simpleCapacity))
    return writer.written()
  },
}

/** Items in the form of getItem, each behind its key; those that do not exist are left out. */
function writeFound(writer: CborWriter, { name, keySchema }: Table, found: FoundItems): void {
  const items = found.flatMap(([key, answer]) => {
    const item = itemInAnswer(answer)
    return item === undefined ? [] : [[keyBytesOf(keySchema, key), item] as const]
  })
  writer.value(name)
  writer.list(2 * items.length)
  for (const [key, item] of items) {
    writer.value(key)
    writer.raw(item)
  }
}

function readGets(table: Table, wanted: CborValue): GetFrom {
  const [consistent, projectionBytes, keys] = requireList(wanted, 'a table of a batch')
  const isProjected = projectionBytes !== null && projectionBytes !== undefined
  const projection = isProjected
    ? readProjection(requireBytes(projectionBytes, 'a projection'))
    : undefined
  const input = {
    Keys: requireList(keys, 'the keys of a batch').map((key) =>
      readKeyBytes(table.keySchema, requireBytes(key, 'a key')),
    ),
    ...(flag(consistent) && { ConsistentRead: true }),
    ...projection?.parameters,
  }
  return { table, projection, input }
}

function writeUnprocessedKeys(
  writer: CborWriter,
  from: ReadonlyMap<string, GetFrom>,
  left: Readonly<Record<string, KeysAndAttributes>>,
): void {
  const tables = Object.entries(left)
  writer.map(tables.length)
  for (const [name, { Keys: keys }] of tables) {
    const { keySchema } = from.get(name)!.table
    writer.value(name)
    // What comes back is what was sent, which has been checked.
    writer.value(keys.map((key) => keyBytesOf(keySchema, key as AttributeMap)))
  }
}

export const batchWriteItem: DaxMethod = {
  name: 'batchWriteItem',
  operation: 'BatchWriteItem',
  id: 116217951,
  arguments: 2,
  async run(call, [given, keywords]) {
    const tables = new Map<string, Table>()
    const requests: [string, readonly WriteRequest[]][] = []
    for (const [name, writes] of requireMap(given, 'the tables of a batch')) {
      const table = await call.table(requireName(name, 'a table name'))
      tables.set(table.name, table)
      requests.push([table.name, await readWrites(call, table, writes)])
    }
    const options = new Keywords(keywords)
    const output = await writeAllPuts(call, {
      RequestItems: Object.fromEntries(requests),
      ...options.consumedCapacity,
      ...options.collectionMetrics,
    })
    const writer = success()
    writeUnprocessed(writer, tables, output.UnprocessedItems ?? {})
    writer.value((output.ConsumedCapacity ?? []).map(simpleCapacity))
    writeCollections(writer, tables, output.ItemCollectionMetrics)
    return writer.written()
  },
}

async function readWrites(
  { lists }: DaxCall,
  { keySchema }: Table,
  writes: CborValue,
): Promise<readonly WriteRequest[]> {
  const flat = requireList(writes, 'the writes of a batch')
  if (flat.length % 2 !== 0) throw malformed('the writes of a batch are pairs')
  const requests: WriteRequest[] = []
  const steps = new Steps()
  for (let i = 0; i < flat.length; i += 2) {
    const key = readKeyBytes(keySchema, requireBytes(flat[i], 'a key'))
    const given = flat[i + 1]
    if (given === null) requests.push({ DeleteRequest: { Key: key } })
    else {
      const bytes = requireBytes(given, 'an item')
      requests.push({ PutRequest: { Item: await readStreamItem(lists, key, bytes) } })
      if (steps.take(10 * bytes.length)) await nextTurn()
    }
  }
  return requests
}

/**
 * Clients lose puts that come back to them, so those are tried again for a while. What was consumed is told of the
 * first attempt, which is nearly always the only one.
 */
async function writeAllPuts(
  call: DaxCall,
  input: BatchWriteItemInput,
): Promise<BatchWriteItemOutput> {
  const first = (await call.call('dynamodb.BatchWriteItem', input)) ?? {}
  let left = first.UnprocessedItems ?? {}
  for (let attempt = 0; hasPuts(left); attempt++) {
    if (attempt === unprocessedRetriesMax) throw throughputExceeded()
    await pause(unprocessedPauseMs * 2 ** attempt)
    const next = await call.call('dynamodb.BatchWriteItem', { ...input, RequestItems: left })
    left = next?.UnprocessedItems ?? {}
  }
  return { ...first, UnprocessedItems: left }
}

function hasPuts(left: Readonly<Record<string, readonly WriteRequest[]>>): boolean {
  return Object.values(left).some((writes) => writes.some(({ PutRequest }) => PutRequest))
}

function throughputExceeded(): ServiceError {
  return new ServiceError(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
  )
}

/** Deletes only. */
function writeUnprocessed(
  writer: CborWriter,
  tables: ReadonlyMap<string, Table>,
  left: Readonly<Record<string, readonly WriteRequest[]>>,
): void {
  const entries = Object.entries(left)
  writer.map(entries.length)
  for (const [name, writes] of entries) {
    const { keySchema } = tables.get(name)!
    const deletes = writes.flatMap(({ DeleteRequest }) => DeleteRequest ?? [])
    writer.value(name)
    writer.list(2 * deletes.length)
    for (const { Key: key } of deletes) {
      writer.value(keyBytesOf(keySchema, key as AttributeMap))
      writer.value(null)
    }
  }
}

export function writeCollections(
  writer: CborWriter,
  tables: ReadonlyMap<string, Table>,
  metrics: BatchWriteItemOutput['ItemCollectionMetrics'] = {},
): void {
  const entries = Object.entries(metrics)
  writer.map(entries.length)
  for (const [name, collections] of entries) {
    const { keySchema } = tables.get(name)!
    writer.value(name)
    writer.value(collections.map((each) => collectionMetrics(keySchema, each)))
  }
}
