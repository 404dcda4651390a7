/** BatchWriteItem: up to 25 independent puts and deletes, in any tables. */
import type { WriteRequest } from '../../api/generated/dynamodb-types.js'
import type { BatchedWrite } from '../../items/write/batch-write.js'
import { isConflict } from '../../items/write/conflict.js'
import type { WriteOutcome } from '../../items/write/write.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
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
  /** As the client sent it. */
  readonly request: WriteRequest
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
      return { tableName, request, action: readAction(request), isThrottled: false }
    })
    for (const { action } of writes) requireFittingItem(action)
    return { input, writes }
  },

  tables: ({ writes }) => writes.map(({ tableName }) => tableName),

  acrossAccounts: true,

  access: (ctx, { input, writes }) =>
    Object.keys(input.RequestItems).map((name) => {
      const items = writes.filter(({ tableName }) => tableName === name).map(keyIn)
      const details = { returnConsumedCapacity: capacityOf(input) }
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

  async run(ctx, { input, writes }, tables) {
    const batched: BatchedWrite[] = []
    for (const [i, { action, isThrottled }] of writes.entries()) {
      if (!isThrottled) batched.push({ table: tables[i]!, action })
    }
    let outcomes: readonly WriteOutcome[]
    try {
      outcomes = await ctx.items.batchWrite(batched)
    } catch (error) {
      // Nothing was written, and trying again may help: that is what unprocessed means.
      if (isConflict(error)) return { output: { UnprocessedItems: input.RequestItems } }
      throw error
    }
    const work = outcomes.flatMap((outcome) => outcome.work)
    const written = batched.map((write, i) => {
      const { collectionBytes } = outcomes[i]!
      return { table: write.table, key: keyIn(write), collectionBytes }
    })
    const output = {
      UnprocessedItems: batched.length === writes.length ? {} : throttledOf(writes),
      ...itemCollectionsByTable(input.ReturnItemCollectionMetrics, written),
      ...consumedByTables(input.ReturnConsumedCapacity, work),
    }
    return { output, work }
  },
})

/** What the client has to send again. */
function throttledOf(writes: readonly NamedRequest[]): Readonly<Record<string, WriteRequest[]>> {
  const waiting = new Map<string, WriteRequest[]>()
  for (const { tableName, request, isThrottled } of writes) {
    if (!isThrottled) continue
    const ofTable = waiting.get(tableName)
    if (ofTable === undefined) waiting.set(tableName, [request])
    else ofTable.push(request)
  }
  return Object.fromEntries(waiting)
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
  const item = readItem(PutRequest.Item)
  return { kind: 'put', item, sizeBytes: itemSizeBytes(item) }
}

function requireFittingItem(action: BatchedWrite['action']): void {
  if (action.kind === 'delete' || action.sizeBytes <= itemSizeBytesMax) return
  throw validation('Item size has exceeded the maximum allowed size')
}
