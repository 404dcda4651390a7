/**
 * INSERT, UPDATE and DELETE as writes: one item each, found by its whole key, with the rest of the
 * WHERE as the condition.
 *
 * AWS: an UPDATE never creates an item, and a DELETE of a missing item succeeds without evaluating
 * its condition. Both are expressed here as conditions, so that `items/` need not know statements.
 */
import type { Table } from '../catalog/table.js'
import { valuesEqual } from '../model/compare-values.js'
import type { Condition } from '../expressions/condition.js'
import type { Write } from '../items/write/write.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { keyDoesNotMatchSchema, ServiceError, validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { keyAttributes, type KeySchema } from '../model/key-schema.js'
import { itemSizeBytesMax } from '../model/limits.js'
import { assert, unreachable } from '../stdx/assert.js'
import { checkKeyType } from './plan/key-values.js'
import type { Delete, Insert, UpdateStatement } from './statement.js'
import { splitWhere, type KeyedWhere } from './plan/where-key.js'

export type WriteStatement = Insert | UpdateStatement | Delete

/** The remaining checks of a parsed statement that need no table. */
export function checkWriteStatement(statement: WriteStatement): void {
  assert(statement.source.index === undefined, 'no write on an index gets here')
  if (statement.kind === 'insert' && itemSizeBytes(statement.item) > itemSizeBytesMax) {
    throw validation('Item size has exceeded the maximum allowed size')
  }
}

export function planWriteStatement({ keySchema }: Table, statement: WriteStatement): Write {
  if (statement.kind === 'insert') return planInsert(statement)
  const where = splitWhere(keySchema, statement.where)
  const key = requireKey(keySchema, where)
  switch (statement.kind) {
    case 'update':
      return planUpdate(keySchema, statement, key, where.rest)
    case 'delete':
      return planDelete(keySchema, key, where.rest)
    default:
      return unreachable(statement)
  }
}

/** AWS: in a transaction all faults of a key have the same sentence. */
export function planTransactedWrite(table: Table, statement: WriteStatement): Write {
  try {
    return planWriteStatement(table, statement)
  } catch (fault) {
    throw fault instanceof ServiceError ? keyDoesNotMatchSchema() : fault
  }
}

function planInsert({ item }: Insert): Write {
  return { action: { kind: 'put', item, sizeBytes: itemSizeBytes(item), onlyNew: true } }
}

function planUpdate(
  schema: KeySchema,
  { actions }: UpdateStatement,
  key: Item,
  rest: readonly Condition[],
): Write {
  const update = { actions, style: 'expression' } as const
  return {
    action: { kind: 'update', key, update, flatSize: true },
    condition: itemMeets(schema, rest),
  }
}

function planDelete(schema: KeySchema, key: Item, rest: readonly Condition[]): Write {
  const action = { kind: 'delete', key } as const
  if (rest.length === 0) return { action }
  const absent = { kind: 'not-exists', path: [schema.partition.name] } as const
  return {
    action,
    condition: { kind: 'or', conditions: [absent, { kind: 'and', conditions: rest }] },
  }
}

/** The item exists, and satisfies the rest. */
export function itemMeets(schema: KeySchema, rest: readonly Condition[]): Condition {
  const present = { kind: 'exists', path: [schema.partition.name] } as const
  return { kind: 'and', conditions: [present, ...rest] }
}

function requireKey(schema: KeySchema, { equalities }: KeyedWhere): Item {
  const attributes = keyAttributes(schema)
  if (!attributes.every(({ name }) => equalities.has(name))) {
    throw validation('Where clause does not contain a mandatory equality on all key attributes')
  }
  const entries = attributes.map(({ name }): [string, AttributeValue] => [
    name,
    requireOneValue(name, equalities.get(name)!),
  ])
  const key = Object.fromEntries(entries)
  for (const [i, attribute] of attributes.entries()) checkKeyType(attribute, entries[i]![1])
  return key
}

/** The same value may be given twice. */
function requireOneValue(name: string, values: readonly AttributeValue[]): AttributeValue {
  const [first, ...others] = values
  if (others.some((other) => !valuesEqual(first!, other))) {
    throw validation(
      `Multiple conditions on same key ${name}. Only single item Update/Insert/Delete are supported`,
    )
  }
  return first!
}
