/**
 * Batches of reads that use the item cache: what is remembered is not read, and what is read is remembered. Tables
 * that are read consistently or in part are left alone, and so are batches that the operation would refuse.
 */
import { rememberedKey } from '../../accelerator/remembered-key.js'
import type { CachedTable } from '../../accelerator/cached-table.js'
import type { Ticket } from '../../accelerator/tickets.js'
import type { AnsweredItem } from '../../api/answered-item.js'
import type { BatchGetItemOutput, KeysAndAttributes } from '../../api/generated/dynamodb-types.js'
import type { InputOf } from '../../api/services.js'
import type { Table } from '../../catalog/table.js'
import { pickAttributes, type Item } from '../../model/item.js'
import { keyAttributes } from '../../model/key-schema.js'
import { batchGetBytesMax, batchGetKeysMax } from '../../model/limits.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import { itemAnswer } from './item-answers.js'
import { encodeItemSteps } from './limits.js'
import type { DaxCall } from './served-dax.js'
import { plainItem } from './stream-items.js'

type BatchInput = InputOf<'dynamodb.BatchGetItem'>

/** A table of a batch whose items may be remembered. */
export interface BatchedTable {
  readonly table: Table
  readonly keys: KeysAndAttributes['Keys']
}

interface WantedItem {
  readonly key: Item
  readonly cached: CachedTable
  answer: string | undefined
}

/** What was found of one table: the key of each item, and its answer. */
export type FoundItems = readonly (readonly [key: Item, answer: string])[]

export interface BatchRead {
  readonly output: BatchGetItemOutput
  /** By table: items that are not in the output, although they were asked for. */
  readonly found: ReadonlyMap<string, FoundItems>
}

export async function rememberedBatch(
  call: DaxCall,
  input: BatchInput,
  tables: readonly BatchedTable[],
): Promise<BatchRead> {
  const read = async (left: BatchInput) => (await call.call('dynamodb.BatchGetItem', left)) ?? {}
  const wanted = wantedOf(call, input, tables)
  if (wanted === undefined) return { output: await read(input), found: new Map() }
  const bytes = findAll(wanted)
  const isUsable = bytes <= batchGetBytesMax
  if (bytes > 0 && !(isUsable && (await call.isPermitted('dynamodb.BatchGetItem', input)))) {
    for (const items of wanted.values()) for (const item of items.values()) item.answer = undefined
  }
  const tickets = ticketsOf(wanted)
  try {
    const left = withoutFound(input, wanted)
    const output = Object.keys(left.RequestItems).length === 0 ? {} : await read(left)
    const others = await takeRead(call, tables, wanted, output)
    return { output: { ...output, Responses: others }, found: foundIn(wanted) }
  } finally {
    for (const [item, ticket] of tickets) item.cached.wasRead(ticket, item.answer)
  }
}

type Wanted = ReadonlyMap<string, ReadonlyMap<string, WantedItem>>

/** Undefined if nothing can be remembered, or the batch cannot be right. */
function wantedOf(
  { accelerator }: DaxCall,
  input: BatchInput,
  tables: readonly BatchedTable[],
): Wanted | undefined {
  const all = Object.values(input.RequestItems).reduce((sum, { Keys }) => sum + Keys.length, 0)
  if (all > batchGetKeysMax) return undefined
  const wanted = new Map<string, Map<string, WantedItem>>()
  for (const { table, keys } of tables) {
    const cached = accelerator.tables.of(table)
    if (cached === undefined) continue
    const items = new Map<string, WantedItem>()
    for (const key of keys) {
      const name = rememberedKey(table, key)
      if (name === undefined || items.has(name)) return undefined
      items.set(name, { key: key as Item, cached, answer: undefined })
    }
    wanted.set(table.name, items)
  }
  return wanted.size === 0 ? undefined : wanted
}

/** Returns how many bytes were found. */
function findAll(wanted: Wanted): number {
  let bytes = 0
  for (const items of wanted.values()) {
    for (const [name, item] of items) {
      item.answer = item.cached.findItem(name)
      bytes += item.answer?.length ?? 0
    }
  }
  return bytes
}

function ticketsOf(wanted: Wanted): readonly (readonly [WantedItem, Ticket])[] {
  return [...wanted.values()].flatMap((items) =>
    [...items]
      .filter(([, { answer }]) => answer === undefined)
      .map(([name, item]) => [item, item.cached.begin(name)] as const),
  )
}

function withoutFound(input: BatchInput, wanted: Wanted): BatchInput {
  const left = Object.entries(input.RequestItems).flatMap(([name, asked]) => {
    const items = wanted.get(name)
    if (items === undefined) return [[name, asked] as const]
    const unknown = [...items.values()].filter(({ answer }) => answer === undefined)
    const keys = unknown.map(({ key }) => key)
    return keys.length === 0 ? [] : [[name, { ...asked, Keys: keys }] as const]
  })
  return { ...input, RequestItems: Object.fromEntries(left) }
}

/** Answers what was read; returns the items of other tables. What was not processed is not known. */
async function takeRead(
  { lists }: DaxCall,
  tables: readonly BatchedTable[],
  wanted: Wanted,
  { Responses: responses = {}, UnprocessedKeys: unprocessed = {} }: BatchGetItemOutput,
): Promise<Readonly<Record<string, readonly AnsweredItem[]>>> {
  const steps = new Steps()
  const left = new Set(Object.keys(responses))
  for (const { table } of tables) {
    const items = wanted.get(table.name)
    if (items === undefined) continue
    left.delete(table.name)
    const names = keyAttributes(table.keySchema).map(({ name }) => name)
    for (const answered of responses[table.name] ?? []) {
      const item = plainItem(answered)
      const bytes = await itemAnswer(lists, table.keySchema, item)
      const name = rememberedKey(table, pickAttributes(item, names))
      items.get(name!)!.answer = bytes.toString('latin1')
      if (steps.take(encodeItemSteps + 2 * bytes.length)) await nextTurn()
    }
    const isLeft = new Set(unprocessed[table.name]?.Keys.map((key) => rememberedKey(table, key)))
    const missing = (await itemAnswer(lists, table.keySchema, undefined)).toString('latin1')
    for (const [name, item] of items) if (!isLeft.has(name)) item.answer ??= missing
  }
  return Object.fromEntries([...left].map((name) => [name, responses[name] as AnsweredItem[]]))
}

function foundIn(wanted: Wanted): ReadonlyMap<string, FoundItems> {
  const found = [...wanted].map(([tableName, items]) => {
    const known = [...items.values()].flatMap(({ key, answer }) =>
      answer === undefined ? [] : [[key, answer] as const],
    )
    return [tableName, known] as const
  })
  return new Map(found)
}
