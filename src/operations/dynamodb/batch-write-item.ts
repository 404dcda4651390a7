/** BatchWriteItem: up to 25 independent puts and deletes, in any tables. */
import type { WriteRequest } from '../../api/generated/dynamodb-types.js'
import type { BatchedWrite } from '../../items/write/batch-write.js'
import { PassingPut } from '../../items/write/passing-put.js'
import { isConflict } from '../../items/write/conflict.js'
import type { WriteOutcome } from '../../items/write/write.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import { batchWritesMax, itemSizeBytesMax } from '../../model/limits.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedByTables, itemCollectionsByTable } from './items/consumed-by-tables.js'
import { capacityOf, namedItems } from './items/item-access.js'
import { onItems } from '../access.js'
import { batchDemands } from '../throttling/item-demand.js'
import { requireSomeAdmitted } from '../throttling/throttled-batch.js'
import { operation } from '../operation.js'

interface NamedRequest {
  readonly tableName: string
  readonly action: BatchedWrite['action']
  readonly isThrottled: boolean
}

export const batchWriteItem = operation('dynamodb.BatchWriteItem', {
  // In the order AWS reports them.
  read(input) {
    const requests = Object.entries(input.RequestItems).flatMap(([tableName, ofTable]) =>
      ofTable.map((request) => ({ tableName, request })),
    )
    if (requests.length === 0) {
      throw validation('The requestItems parameter is required for BatchWriteItem')
    }
    if (requests.length > batchWritesMax) {
      throw validation('Too many items requested for the BatchWriteItem call')
    }
    for (const { request } of requests) requireOneAction(request)
    const writes = requests.map(({ tableName, request }): NamedRequest => {
      return { tableName, action: readAction(request), isThrottled: false }
    })
    for (const { action } of writes) requireFittingItem(action)
    const { ReturnConsumedCapacity, ReturnItemCollectionMetrics } = input
    return { returns: { ReturnConsumedCapacity, ReturnItemCollectionMetrics }, writes }
  },

  forgetsInput: true,

  tables: ({ writes }) => writes.map(({ tableName }) => tableName),

  acrossAccounts: true,

  access: (ctx, { returns, writes }) =>
    byTable(writes).map(([name, ofTable]) => {
      const items = ofTable.map(keyIn)
      const details = { returnConsumedCapacity: capacityOf(returns) }
      return onItems(ctx, 'dynamodb:BatchWriteItem', namedItems(name, items, details))
    }),

  demands: ({ writes }, tables) =>
    batchDemands(
      'write',
      writes.map((write, i) => {
        const { action } = write
        const bytes = action.kind === 'put' ? action.sizeBytes : 0
        return { table: tables[i]!, key: keyIn(write), consistency: 'strong', bytes }
      }),
    ),

  withoutThrottled({ writes, ...rest }, refusals) {
    requireSomeAdmitted(refusals)
    const waiting = writes.map((write, i) => ({ ...write, isThrottled: refusals[i] !== undefined }))
    return { ...rest, writes: waiting }
  },

  async run(ctx, { returns, writes }, tables) {
    const batched: BatchedWrite[] = []
    for (const [i, { action, isThrottled }] of writes.entries()) {
      if (!isThrottled) batched.push({ table: tables[i]!, action })
    }
    let outcomes: readonly WriteOutcome[]
    try {
      outcomes = await ctx.items.batchWrite(batched)
    } catch (error) {
      // Nothing was written, and trying again may help: that is what unprocessed means.
      if (isConflict(error)) return { output: { UnprocessedItems: unprocessed(writes) } }
      throw error
    }
    const work = outcomes.flatMap((outcome) => outcome.work)
    const written = () =>
      batched.map((write, i) => {
        const { collectionBytes } = outcomes[i]!
        return { table: write.table, key: keyIn(write), collectionBytes }
      })
    const output = {
      UnprocessedItems: unprocessed(writes.filter(({ isThrottled }) => isThrottled)),
      ...itemCollectionsByTable(returns.ReturnItemCollectionMetrics, written),
      ...consumedByTables(returns.ReturnConsumedCapacity, work),
    }
    return { output, work }
  },
})

type Writes = readonly NamedRequest[]

/** What the client has to send again. */
function unprocessed(writes: Writes): Readonly<Record<string, readonly WriteRequest[]>> {
  const requests = byTable(writes).map(([name, ofTable]) => [name, ofTable.map(requestOf)] as const)
  return Object.fromEntries(requests)
}

function byTable(writes: Writes): readonly (readonly [tableName: string, Writes])[] {
  const tables = new Map<string, NamedRequest[]>()
  for (const write of writes) {
    const ofTable = tables.get(write.tableName)
    if (ofTable === undefined) tables.set(write.tableName, [write])
    else ofTable.push(write)
  }
  return [...tables]
}

function requestOf({ action }: NamedRequest): WriteRequest {
  return action.kind === 'put'
    ? { PutRequest: { Item: action.item } }
    : { DeleteRequest: { Key: action.key } }
}

/** The item to put, or the key of the item to delete. */
function keyIn({ action }: Pick<BatchedWrite, 'action'>): Item {
  return action.kind === 'put' ? action.item : action.key
}

function requireOneAction({ PutRequest, DeleteRequest }: WriteRequest): void {
  if ((PutRequest === undefined) !== (DeleteRequest === undefined)) return
  // AWS: the sentence is about something else, and it is the same for neither and for both.
  throw validation(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  )
}

function readAction({ PutRequest, DeleteRequest }: WriteRequest): BatchedWrite['action'] {
  if (PutRequest === undefined) return { kind: 'delete', key: readItem(DeleteRequest!.Key) }
  return new PassingPut(readItem(PutRequest.Item))
}

function requireFittingItem(action: BatchedWrite['action']): void {
  if (action.kind === 'delete' || action.sizeBytes <= itemSizeBytesMax) return
  throw validation('Item size has exceeded the maximum allowed size')
}
