/** What clients ask for, in the words of the model, and the request that says it. */
import type { Json } from '../../../src/operations/database-suite.js'
import { indexes, type IndexName, type TableName } from './tables.js'
import { number, text, type Item } from './values.js'

/** What must be true of the stored item. */
export type Condition =
  | { readonly kind: 'absent' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'below'; readonly count: number }

export interface Write {
  readonly kind: 'put' | 'update' | 'delete' | 'check'
  readonly table: TableName
  readonly key: Item
  /** Of a put: the whole item. Of an update: what is set beside the counter. */
  readonly item: Item
  /** Of an update: an attribute that is removed. */
  readonly removes?: string
  readonly condition?: Condition
}

export interface TableKey {
  readonly table: TableName
  readonly key: Item
}

export interface QueryCall {
  readonly kind: 'query'
  readonly index?: IndexName
  readonly partition: string
  readonly limit?: number
  readonly reverse: boolean
  readonly after?: Item
  /** Only items whose counter is below this. */
  readonly below?: number
  readonly projected: boolean
}

export type Returned = 'NONE' | 'ALL_OLD' | 'ALL_NEW'

export type Call =
  | { readonly kind: 'write'; readonly write: Write; readonly returned: Returned }
  | { readonly kind: 'batch-write'; readonly writes: readonly Write[] }
  | { readonly kind: 'transact-write'; readonly writes: readonly Write[]; readonly token?: string }
  | { readonly kind: 'get'; readonly key: TableKey; readonly projected: boolean }
  | { readonly kind: 'batch-get'; readonly keys: readonly TableKey[] }
  | { readonly kind: 'transact-get'; readonly keys: readonly TableKey[] }
  | QueryCall
  | {
      readonly kind: 'scan'
      readonly table: TableName
      readonly limit?: number
      readonly after?: Item
    }
  /** A change of a table, or anything else of which only the effect on items matters. */
  | { readonly kind: 'other'; readonly operation: string; readonly input: Json }

export interface Request {
  readonly operation: string
  readonly input: Json
}

export const projectedAttributes = ['pk', 'sk', 'mark']

const singleOperations = { put: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem' } as const

export function requestOf(call: Call): Request {
  switch (call.kind) {
    case 'write':
      return singleWrite(call.write, call.returned)
    case 'batch-write':
      return { operation: 'BatchWriteItem', input: { RequestItems: batched(call.writes) } }
    case 'transact-write':
      return { operation: 'TransactWriteItems', input: transaction(call.writes, call.token) }
    case 'get':
      return { operation: 'GetItem', input: get(call.key, call.projected) }
    case 'batch-get':
      return { operation: 'BatchGetItem', input: { RequestItems: keysByTable(call.keys) } }
    case 'transact-get': {
      const TransactItems = call.keys.map(({ table: TableName, key: Key }) => {
        return { Get: { TableName, Key } }
      })
      return { operation: 'TransactGetItems', input: { TransactItems } }
    }
    case 'query':
      return { operation: 'Query', input: query(call) }
    case 'scan': {
      const { table: TableName, limit: Limit, after: ExclusiveStartKey } = call
      return { operation: 'Scan', input: { TableName, Limit, ExclusiveStartKey } }
    }
    case 'other':
      return call
  }
}

function singleWrite(write: Write, ReturnValues: Returned): Request {
  const shown = write.condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  return {
    operation: singleOperations[write.kind as keyof typeof singleOperations],
    input: { ...writeInput(write), ReturnValues, ...shown },
  }
}

function writeInput(write: Write): Json {
  const { kind, table: TableName, key: Key, item: Item } = write
  const { expression, values } = conditionText(write.condition)
  const update = kind === 'update' ? updateText(write) : undefined
  const all = { ...values, ...update?.values }
  return {
    TableName,
    ...(kind === 'put' ? { Item } : { Key }),
    ...(update && { UpdateExpression: update.expression }),
    ...(expression !== undefined && { ConditionExpression: expression }),
    ...(Object.keys(all).length > 0 && { ExpressionAttributeValues: all }),
  }
}

interface ExpressionText {
  readonly expression: string | undefined
  readonly values: Json
}

function conditionText(condition: Condition | undefined): ExpressionText {
  switch (condition?.kind) {
    case undefined:
      return { expression: undefined, values: {} }
    case 'absent':
      return { expression: 'attribute_not_exists(pk)', values: {} }
    case 'exists':
      return { expression: 'attribute_exists(pk)', values: {} }
    case 'mark':
      return { expression: 'mark = :mark', values: { ':mark': text(condition.mark) } }
    case 'below':
      return { expression: 'n < :below', values: { ':below': number(condition.count) } }
  }
}

function updateText({ item, removes }: Write): ExpressionText {
  const sets = Object.keys(item).map((name) => `${name} = :new${name}`)
  const values = Object.entries(item).map(([name, value]) => [`:new${name}`, value] as const)
  const removal = removes === undefined ? '' : ` REMOVE ${removes}`
  return {
    expression: `SET ${['n = if_not_exists(n, :zero) + :one', ...sets].join(', ')}${removal}`,
    values: { ':zero': number(0), ':one': number(1), ...Object.fromEntries(values) },
  }
}

function batched(writes: readonly Write[]): Json {
  const byTable: Record<string, Json[]> = {}
  for (const { kind, table, key: Key, item: Item } of writes) {
    const request = kind === 'put' ? { PutRequest: { Item } } : { DeleteRequest: { Key } }
    ;(byTable[table] ??= []).push(request)
  }
  return byTable
}

const actions = { put: 'Put', update: 'Update', delete: 'Delete', check: 'ConditionCheck' } as const

function transaction(writes: readonly Write[], ClientRequestToken: string | undefined): Json {
  const TransactItems = writes.map((write) => ({ [actions[write.kind]]: writeInput(write) }))
  return { TransactItems, ClientRequestToken }
}

function get({ table: TableName, key: Key }: TableKey, projected: boolean): Json {
  const ProjectionExpression = projected ? projectedAttributes.join(', ') : undefined
  return { TableName, Key, ConsistentRead: true, ProjectionExpression }
}

function keysByTable(keys: readonly TableKey[]): Json {
  const byTable: Record<string, { Keys: Item[] }> = {}
  for (const { table, key } of keys) (byTable[table] ??= { Keys: [] }).Keys.push(key)
  return byTable
}

function query({ index, partition, limit, reverse, after, below, projected }: QueryCall): Json {
  const name = index === undefined ? 'pk' : indexes[index].partition
  const filter = below !== undefined && {
    FilterExpression: 'n < :below',
  }
  const counts = below === undefined ? {} : { ':below': number(below) }
  return {
    TableName: 'main',
    IndexName: index,
    KeyConditionExpression: `${name} = :partition`,
    ExpressionAttributeValues: { ':partition': text(partition), ...counts },
    ...filter,
    Limit: limit,
    ScanIndexForward: !reverse,
    ExclusiveStartKey: after,
    ...(projected && { ProjectionExpression: projectedAttributes.join(', ') }),
  }
}
