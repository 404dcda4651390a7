/** What a successful answer has to say about a state: checked against the model, call by call. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../src/operations/database-suite.js'
import { projectedAttributes, type Call, type QueryCall } from './calls.js'
import { itemIn, type Items, type Outcome, type State } from './model.js'
import { indexes, keyAttributesOf, keyIn, keyText } from './tables.js'
import { numberIn, pick, textIn, type Item } from './values.js'

/** Throws if the answer is not what the model says. */
export function checkAnswer(call: Call, answer: Json, outcome: Outcome): void {
  const { seen, after } = outcome
  switch (call.kind) {
    case 'write': {
      const shown = { NONE: undefined, ALL_OLD: seen, ALL_NEW: after }[call.returned]
      return same(answer['Attributes'], shown && itemIn(shown, call.write))
    }
    case 'batch-write':
      return same(answer['UnprocessedItems'], {})
    case 'get': {
      const item = itemIn(seen, call.key)
      return same(answer['Item'], call.projected && item ? pick(item, projectedAttributes) : item)
    }
    case 'transact-get': {
      const responses = answer['Responses'] as readonly { readonly Item?: Item }[]
      const expected = call.keys.map((key) => itemIn(seen, key))
      return same(
        responses.map(({ Item }) => Item),
        expected,
      )
    }
    case 'query':
      return checkQuery(call, answer, seen)
    case 'scan':
      return checkScan(call, answer, seen.tables.get(call.table)!)
    case 'batch-get':
    case 'transact-write':
    case 'other':
  }
}

function same(actual: unknown, expected: unknown): void {
  assert.deepStrictEqual(actual, expected)
}

type ItemsByTable = Readonly<Record<string, readonly Item[]>>
type Keys = Extract<Call, { kind: 'batch-get' }>['keys']

/** Each item is as it was at one of the moments at which something was read. */
export function checkBatch(keys: Keys, answer: Json, moments: readonly State[]): void {
  const responses = answer['Responses'] as ItemsByTable
  for (const { table, key } of keys) {
    const found = responses[table]!.find((item) => keyText(item) === keyText(key))
    const known = moments.map((state) => itemIn(state, { table, key }))
    if (!known.some((item) => isDeepStrictEqual(item, found))) same(found, known.at(-1))
  }
  const count = Object.values(responses).reduce((sum, { length }) => sum + length, 0)
  assert.ok(count <= keys.length, 'an item was read twice')
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function checkQuery(call: QueryCall, answer: Json, seen: State): void {
  const { below, limit, projected } = call
  const page = matching(call, seen).slice(0, limit)
  const kept = page.filter((item) => below === undefined || (numberIn(item, 'n') ?? below) < below)
  const shown = projected ? kept.map((item) => pick(item, projectedAttributes)) : kept
  const last = page.length === limit ? page.at(-1) : undefined
  same(pageOf(answer), {
    Items: shown,
    Count: kept.length,
    ScannedCount: page.length,
    LastEvaluatedKey: last && pick(last, cursorOf(call)),
  })
}

function pageOf({ Items, Count, ScannedCount, LastEvaluatedKey }: Json) {
  return { Items, Count, ScannedCount, LastEvaluatedKey }
}

function cursorOf({ index }: QueryCall): readonly string[] {
  if (index === undefined) return keyAttributesOf('main')
  return [...new Set(['pk', 'sk', indexes[index].partition, indexes[index].sort])]
}

/** All that a query without a limit reads, in order. No two entries of an index have the same place. */
function matching({ index, partition, reverse, after }: QueryCall, seen: State): readonly Item[] {
  const by = index === undefined ? { partition: 'pk', sort: 'sk' } : indexes[index]
  const place = (item: Item) => numberIn(item, by.sort) ?? textIn(item, by.sort)!
  const found = [...seen.tables.get('main')!.values()]
    .filter((item) => textIn(item, by.partition) === partition && by.sort in item)
    .sort((a, b) => (reverse ? -1 : 1) * compare(place(a), place(b)))
  if (after === undefined) return found
  const isAfter = (item: Item) => compare(place(item), place(after)) === (reverse ? -1 : 1)
  return found.filter(isAfter)
}

type ScanCall = Extract<Call, { kind: 'scan' }>

/** The order of a scan is the store's own, so only a whole one is known item by item. */
function checkScan({ table, limit, after }: ScanCall, answer: Json, items: Items): void {
  const found = answer['Items'] as readonly Item[]
  const keys = found.map((item) => keyText(keyIn(table, item)))
  same(new Set(keys).size, keys.length)
  for (const [i, item] of found.entries()) same(item, items.get(keys[i]!))
  same(answer['Count'], found.length)
  if (limit === undefined && after === undefined) same(found.length, items.size)
  const isFull = found.length === limit
  same(answer['LastEvaluatedKey'], isFull ? keyIn(table, found.at(-1)!) : undefined)
}
