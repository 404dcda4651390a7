/**
 * What the tables hold, as maps of items, and what each call does to them: small enough to be obviously
 * right. Knows nothing of storage, indexes as entries, requests under way or failures. States never change, so
 * that a state that was seen stays known.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Call, Condition, Write } from './calls.js'
import { keyText, type TableName } from './tables.js'
import { number, numberIn, textIn, without, type Item } from './values.js'

export type Items = ReadonlyMap<string, Item>

export interface Change {
  readonly table: TableName
  readonly before: Item | undefined
  readonly after: Item | undefined
}

/** The latest change first. */
export interface Changes {
  readonly latest: Change
  readonly earlier: Changes | undefined
}

export interface State {
  /** Only tables that exist. */
  readonly tables: ReadonlyMap<TableName, Items>
  /** What was done with each token. */
  readonly tokens: ReadonlyMap<string, string>
  readonly changes: Changes | undefined
}

export const emptyState: State = { tables: new Map(), tokens: new Map(), changes: undefined }

/** What a client is answered: an error by its type and reasons, or what the state before gives. */
export interface Outcome {
  readonly error?: string
  /** The item that the error shows. */
  readonly shown?: Item | undefined
  /** The state that a successful answer describes. */
  readonly seen: State
  readonly after: State
}

export function run(state: State, call: Call): Outcome {
  if (tablesOf(call).some((table) => !state.tables.has(table))) {
    return refused(state, 'ResourceNotFoundException')
  }
  switch (call.kind) {
    case 'write':
      return runSingle(state, call.write)
    case 'batch-write':
      return { seen: state, after: call.writes.reduce(written, state) }
    case 'transact-write':
      return runTransaction(state, call.writes, call.token)
    default:
      return { seen: state, after: state }
  }
}

function refused(state: State, error: string, shown?: Item): Outcome {
  return { error, shown, seen: state, after: state }
}

function runSingle(state: State, write: Write): Outcome {
  const before = itemIn(state, write)
  if (!holds(write.condition, before)) {
    return refused(state, 'ConditionalCheckFailedException', before)
  }
  return { seen: state, after: written(state, write) }
}

function runTransaction(
  state: State,
  writes: readonly Write[],
  token: string | undefined,
): Outcome {
  const content = JSON.stringify(writes)
  const known = token === undefined ? undefined : state.tokens.get(token)
  if (known === content) return { seen: state, after: state }
  if (known !== undefined) return refused(state, 'IdempotentParameterMismatchException')
  const reasons = writes.map((write) =>
    holds(write.condition, itemIn(state, write)) ? 'None' : 'ConditionalCheckFailed',
  )
  if (reasons.some((reason) => reason !== 'None')) {
    return refused(state, ['TransactionCanceledException', ...reasons].join(' '))
  }
  const after = writes.reduce(written, state)
  if (token === undefined) return { seen: state, after }
  return { seen: state, after: { ...after, tokens: new Map([...after.tokens, [token, content]]) } }
}

export function itemIn(state: State, { table, key }: Pick<Write, 'table' | 'key'>) {
  return state.tables.get(table)?.get(keyText(key))
}

function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  switch (condition?.kind) {
    case undefined:
      return true
    case 'absent':
      return item === undefined
    case 'exists':
      return item !== undefined
    case 'mark':
      return item !== undefined && textIn(item, 'mark') === condition.mark
    case 'below':
      return item !== undefined && (numberIn(item, 'n') ?? Infinity) < condition.count
  }
}

function written(state: State, write: Write): State {
  const before = itemIn(state, write)
  const after = itemAfter(write, before)
  return replaced(state, write.table, write.key, after)
}

function itemAfter({ kind, key, item, removes }: Write, before: Item | undefined) {
  switch (kind) {
    case 'put':
      return item
    case 'delete':
      return undefined
    case 'check':
      return before
    case 'update': {
      const old = before ?? key
      const after = { ...old, ...item, n: number((numberIn(old, 'n') ?? 0) + 1) }
      return removes === undefined ? after : without(after, removes)
    }
  }
}

/** With another item, or none, under a key. */
export function replaced(
  state: State,
  table: TableName,
  key: Item,
  after: Item | undefined,
): State {
  const items = state.tables.get(table)!
  const before = items.get(keyText(key))
  if (isDeepStrictEqual(before, after)) return state
  const others = [...items].filter(([name]) => name !== keyText(key))
  const next = new Map(after === undefined ? others : [...others, [keyText(key), after]])
  return {
    ...state,
    tables: new Map([...state.tables, [table, next]]),
    changes: { latest: { table, before, after }, earlier: state.changes },
  }
}

export function withTable(state: State, table: TableName): State {
  return { ...state, tables: new Map([...state.tables, [table, new Map<string, Item>()]]) }
}

export function withoutTable(state: State, table: TableName): State {
  return { ...state, tables: new Map([...state.tables].filter(([name]) => name !== table)) }
}

export function tablesOf(call: Call): readonly TableName[] {
  switch (call.kind) {
    case 'write':
      return [call.write.table]
    case 'batch-write':
    case 'transact-write':
      return call.writes.map(({ table }) => table)
    case 'get':
      return [call.key.table]
    case 'batch-get':
    case 'transact-get':
      return call.keys.map(({ table }) => table)
    case 'query':
      return ['main']
    case 'scan':
      return [call.table]
    case 'other':
      return []
  }
}

/** The changes of a table, the first one first. */
export function changesOf(state: State, table: TableName): readonly Change[] {
  const changes: Change[] = []
  for (let each = state.changes; each !== undefined; each = each.earlier) {
    if (each.latest.table === table) changes.unshift(each.latest)
  }
  return changes
}
