/** Sends a write and tells apart: done, somebody was faster, and refused. */
import type { Client } from '../../api/client.js'
import { Fault } from '../../api/fault.js'
import type { Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { keyOfItem, type TableKeys } from '../table-keys.js'
import { isMove, writeRequest, type ItemWrite, type WriteRequest } from './write-request.js'

export type WriteResult =
  /** The item as it is now, if it is there. */
  | { readonly kind: 'done'; readonly item?: Item }
  /** Nothing was written; the item as it is now, if it is there. */
  | { readonly kind: 'conflict'; readonly now?: Item }
  /** There is an item with the new key. Nothing was written. */
  | { readonly kind: 'taken'; readonly now?: Item }
  /** Nothing was sent: the write is too large for a condition, and needs a decision. */
  | { readonly kind: 'too-large' }

export interface WriteOptions {
  /** Somebody decided to replace the whole item if the write is too large for a condition. */
  readonly allowUnguarded?: boolean
}

export async function sendWrite(
  client: Client,
  keys: TableKeys,
  write: ItemWrite,
  { allowUnguarded = false }: WriteOptions = {},
): Promise<WriteResult> {
  const request = writeRequest(keys, write)
  if (request.kind === 'unguarded' && !allowUnguarded) return { kind: 'too-large' }
  if (isMove(keys, write)) {
    // A condition cannot say that there are no further attributes, so this looks first.
    const now = await findItem(client, keys, write.before!)
    if (now === undefined || !sameItem(now, write.before!)) return conflict(now)
  }
  try {
    return { kind: 'done', ...(await send(client, request, write)) }
  } catch (error) {
    return resultOf(error, write)
  }
}

export async function findItem(
  client: Client,
  keys: TableKeys,
  key: Item,
): Promise<Item | undefined> {
  const input = { TableName: keys.table, Key: keyOfItem(keys, key), ConsistentRead: true }
  const { Item: found } = await client.call('dynamodb', 'GetItem', input)
  return found
}

async function send(
  client: Client,
  request: WriteRequest,
  write: ItemWrite,
): Promise<{ item?: Item }> {
  switch (request.kind) {
    case 'put':
    case 'unguarded':
      await client.call('dynamodb', 'PutItem', request.input)
      break
    case 'delete':
      await client.call('dynamodb', 'DeleteItem', request.input)
      break
    case 'move':
      await client.call('dynamodb', 'TransactWriteItems', { TransactItems: request.writes })
      break
    case 'update': {
      const { Attributes } = await client.call('dynamodb', 'UpdateItem', request.input)
      return Attributes === undefined ? {} : { item: Attributes }
    }
  }
  return write.after === undefined ? {} : { item: write.after }
}

function resultOf(error: unknown, { before }: ItemWrite): WriteResult {
  if (!(error instanceof Fault)) throw error
  if (error.type === 'ConditionalCheckFailedException') {
    const now = error.details['Item'] as Item | undefined
    return before === undefined ? taken(now) : conflict(now)
  }
  if (error.type === 'TransactionCanceledException') {
    const [put, remove] = (error.details['CancellationReasons'] ?? []) as readonly Reason[]
    if (put?.Code === failedCondition) return taken(put.Item)
    if (remove?.Code === failedCondition) return conflict(remove.Item)
  }
  throw error
}

interface Reason {
  readonly Code?: string
  readonly Item?: Item
}

const failedCondition = 'ConditionalCheckFailed'

function conflict(now: Item | undefined): WriteResult {
  return { kind: 'conflict', ...(now !== undefined && { now }) }
}

function taken(now: Item | undefined): WriteResult {
  return { kind: 'taken', ...(now !== undefined && { now }) }
}
