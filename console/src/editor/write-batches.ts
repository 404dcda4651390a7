/** How many writes are sent: each under its own condition, in batches, or all or nothing. */
import type { Client } from '../api/client.js'
import { Fault } from '../api/fault.js'
import type { TransactWriteItem, WriteRequest } from '../api/generated/dynamodb-types.js'
import type { Item } from '../values/attribute-value.js'
import { batchAttemptsMax, batchWritesMax } from './limits.js'
import { pauseOf } from './run-control.js'
import { sendWrite } from './saving/send-write.js'
import { writeRequest, type ItemWrite } from './saving/write-request.js'
import { keyText, type TableKeys } from './table-keys.js'

export type WriteOutcome =
  | { readonly kind: 'done' }
  /** Left as it is, as was asked for. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly message: string }

/** Sends writes and says of each what became of it. Throws if it makes no sense to go on. */
export type SendWrites = (writes: readonly ItemWrite[]) => Promise<readonly WriteOutcome[]>

const done: WriteOutcome = { kind: 'done' }

/** Faults that every further request would meet too. */
const fatalTypes = [
  'AccessDeniedException',
  'ExpiredTokenException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
  'Unreachable',
]

export type ExistingPolicy = 'skip' | 'replace' | 'fail'

/** Each write on the condition of what was read. */
export function guardedWrites(
  client: Client,
  keys: TableKeys,
  existing: ExistingPolicy = 'fail',
): SendWrites {
  return (writes) => Promise.all(writes.map((write) => guarded(client, keys, write, existing)))
}

async function guarded(
  client: Client,
  keys: TableKeys,
  write: ItemWrite,
  existing: ExistingPolicy,
): Promise<WriteOutcome> {
  try {
    const { kind } = await sendWrite(client, keys, write)
    if (kind === 'done') return done
    if (kind === 'taken' && existing === 'skip') return { kind: 'skipped' }
    return { kind: 'failed', message: sentences[kind] }
  } catch (error) {
    return failureOf(error)
  }
}

const sentences = {
  conflict: 'The item was changed or deleted meanwhile',
  taken: 'There is an item with this key',
  'too-large': 'Too many changes for one condition',
} as const

function failureOf(error: unknown): WriteOutcome {
  if (!(error instanceof Fault) || fatalTypes.includes(error.type)) throw error
  return { kind: 'failed', message: `${error.type}: ${error.message}` }
}

/** Puts and deletes without conditions, up to 25 in a request; what is left unprocessed is sent again. */
export function batchWrites(client: Client, keys: TableKeys): SendWrites {
  return async (writes) => {
    const outcomes = new Map<ItemWrite, WriteOutcome>()
    for (const batch of batchesOf(keys, writes)) {
      for (const [write, outcome] of await sendBatch(client, keys, batch))
        outcomes.set(write, outcome)
    }
    return writes.map((write) => outcomes.get(write) ?? done)
  }
}

/** A batch may not name a key twice, and the later write has to come later. */
function batchesOf(
  keys: TableKeys,
  writes: readonly ItemWrite[],
): readonly (readonly ItemWrite[])[] {
  const batches: ItemWrite[][] = []
  let named = new Set<string>()
  for (const write of writes) {
    const text = keyText(keys, write.after ?? write.before ?? {})
    const last = batches.at(-1)
    if (last === undefined || last.length === batchWritesMax || named.has(text)) {
      batches.push([write])
      named = new Set([text])
    } else {
      last.push(write)
      named.add(text)
    }
  }
  return batches
}

type Outcomes = readonly (readonly [ItemWrite, WriteOutcome])[]

async function sendBatch(
  client: Client,
  keys: TableKeys,
  batch: readonly ItemWrite[],
): Promise<Outcomes> {
  try {
    const left = await sendUntilProcessed(
      client,
      keys,
      batch.map((write) => requestOf(keys, write)),
    )
    const unprocessed = new Set(left.map((request) => keyText(keys, itemOf(request))))
    return batch.map((write) => [
      write,
      unprocessed.has(keyText(keys, write.after ?? {})) ? busy : done,
    ])
  } catch (error) {
    // One bad item refuses the whole batch: each of them alone shows which.
    if (batch.length > 1 && error instanceof Fault && !fatalTypes.includes(error.type)) {
      const each = batch.map((write) => sendBatch(client, keys, [write]))
      return (await Promise.all(each)).flat()
    }
    return batch.map((write) => [write, failureOf(error)])
  }
}

const busy: WriteOutcome = { kind: 'failed', message: 'The table is too busy' }

async function sendUntilProcessed(
  client: Client,
  keys: TableKeys,
  requests: readonly WriteRequest[],
): Promise<readonly WriteRequest[]> {
  let left = requests
  for (let attempt = 0; left.length > 0 && attempt < batchAttemptsMax; attempt++) {
    if (attempt > 0) await pauseOf(attempt)
    const { UnprocessedItems } = await client.call('dynamodb', 'BatchWriteItem', {
      RequestItems: { [keys.table]: left },
    })
    left = UnprocessedItems?.[keys.table] ?? []
  }
  return left
}

function requestOf(keys: TableKeys, { before, after }: ItemWrite): WriteRequest {
  if (after !== undefined) return { PutRequest: { Item: after } }
  const key = keys.names.map((name) => [name, before?.[name]])
  return { DeleteRequest: { Key: Object.fromEntries(key) as Item } }
}

function itemOf({ PutRequest, DeleteRequest }: WriteRequest): Item {
  return PutRequest?.Item ?? DeleteRequest?.Key ?? {}
}

/** All of them, or none: at most a hundred. */
export function oneTransaction(client: Client, keys: TableKeys): SendWrites {
  return async (writes) => {
    const TransactItems = writes.flatMap((write) => transactItems(keys, write))
    await client.call('dynamodb', 'TransactWriteItems', { TransactItems })
    return writes.map(() => done)
  }
}

function transactItems(keys: TableKeys, write: ItemWrite): readonly TransactWriteItem[] {
  const request = writeRequest(keys, write)
  switch (request.kind) {
    case 'move':
      return request.writes
    case 'put':
    case 'unguarded':
      return [{ Put: request.input }]
    case 'delete':
      return [{ Delete: request.input }]
    case 'update': {
      const { ReturnValues, UpdateExpression = '', ...input } = request.input
      return [{ Update: { ...input, UpdateExpression } }]
    }
  }
}
