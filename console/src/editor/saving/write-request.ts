/**
 * The request that turns one image of an item into another, and nothing else: only what differs is
 * sent, on the condition that what it touches is still what was read. Undoing is the same with the
 * images exchanged.
 */
import type {
  DeleteItemInput,
  PutItemInput,
  TransactWriteItem,
  UpdateItemInput,
} from '../../api/generated/dynamodb-types.js'
import type { Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { diffItems, type ItemChange } from '../../values/diff-items.js'
import { utf8Length } from '../../values/text-order.js'
import { expressionBytesMax, expressionOperatorsMax } from '../limits.js'
import { keyOfItem, type TableKeys } from '../table-keys.js'
import { ExpressionParts } from './expression.js'

/** From one image to another; without `before` the item is new, without `after` it is deleted. */
export interface ItemWrite {
  readonly before?: Item
  readonly after?: Item
}

export type WriteRequest =
  | { readonly kind: 'put'; readonly input: PutItemInput }
  | { readonly kind: 'update'; readonly input: UpdateItemInput }
  | { readonly kind: 'delete'; readonly input: DeleteItemInput }
  /** A key cannot be changed: the item is put under the new one and deleted under the old one. */
  | { readonly kind: 'move'; readonly writes: readonly TransactWriteItem[] }
  /** Too much for the condition of one request. */
  | { readonly kind: 'unguarded'; readonly input: PutItemInput }

export function inverseOf({ before, after }: ItemWrite): ItemWrite {
  return {
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  }
}

export function isMove(keys: TableKeys, { before, after }: ItemWrite): boolean {
  if (before === undefined || after === undefined) return false
  return !sameItem(keyOfItem(keys, before), keyOfItem(keys, after))
}

export function writeRequest(keys: TableKeys, write: ItemWrite): WriteRequest {
  const { before, after } = write
  if (before === undefined)
    return { kind: 'put', input: guardedPut(keys, after ?? {}, 'attribute_not_exists') }
  if (after === undefined) return { kind: 'delete', input: deletion(keys, before) }
  if (isMove(keys, write)) {
    return {
      kind: 'move',
      writes: [
        { Put: guardedPut(keys, after, 'attribute_not_exists') },
        { Delete: deletion(keys, before) },
      ],
    }
  }
  const changes = diffItems(before, after)
  const input =
    update(keys, before, changes) ?? update(keys, before, wholeAttributes(before, after, changes))
  return input === undefined
    ? { kind: 'unguarded', input: guardedPut(keys, after, 'attribute_exists') }
    : { kind: 'update', input }
}

const failing = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

/** A new item needs a free key, a replacement one that is taken. */
function guardedPut(
  keys: TableKeys,
  item: Item,
  guard: 'attribute_not_exists' | 'attribute_exists',
): PutItemInput {
  const parts = new ExpressionParts()
  const condition = `${guard}(${parts.path([keys.names[0]!])})`
  return {
    TableName: keys.table,
    Item: item,
    ConditionExpression: condition,
    ...parts.members(),
    ...failing,
  }
}

/** As long as every attribute is what was read; if they are too many, as long as the item exists. */
function deletion(keys: TableKeys, before: Item): DeleteItemInput {
  const parts = new ExpressionParts()
  const clauses = [`attribute_exists(${parts.path([keys.names[0]!])})`]
  for (const [name, value] of Object.entries(before)) {
    if (!keys.names.includes(name)) clauses.push(`${parts.path([name])} = ${parts.value(value)}`)
  }
  const Key = keyOfItem(keys, before)
  const condition = clauses.join(' AND ')
  if (!isTooLong(condition, clauses.length * 2)) {
    return {
      TableName: keys.table,
      Key,
      ConditionExpression: condition,
      ...parts.members(),
      ...failing,
    }
  }
  const few = new ExpressionParts()
  const exists = `attribute_exists(${few.path([keys.names[0]!])})`
  return { TableName: keys.table, Key, ConditionExpression: exists, ...few.members(), ...failing }
}

/** Undefined if the expressions would be too long. */
function update(
  keys: TableKeys,
  before: Item,
  changes: readonly ItemChange[],
): UpdateItemInput | undefined {
  const parts = new ExpressionParts()
  const clauses = [`attribute_exists(${parts.path([keys.names[0]!])})`, ...guards(changes, parts)]
  const condition = [...new Set(clauses)].join(' AND ')
  const expression = actions(changes, parts)
  if (isTooLong(condition, clauses.length * 2) || isTooLong(expression, changes.length))
    return undefined
  return {
    TableName: keys.table,
    Key: keyOfItem(keys, before),
    UpdateExpression: expression,
    ConditionExpression: condition,
    ...parts.members(),
    ReturnValues: 'ALL_NEW',
    ...failing,
  }
}

function guards(changes: readonly ItemChange[], parts: ExpressionParts): readonly string[] {
  return changes.flatMap(({ path, before }) => {
    const place = parts.path(path)
    if (before !== undefined) return [`${place} = ${parts.value(before)}`]
    const absent = `attribute_not_exists(${place})`
    // Without its parent the attribute would be absent too, but there would be no place for it.
    return path.length > 1
      ? [`attribute_exists(${parts.path(path.slice(0, -1))})`, absent]
      : [absent]
  })
}

function actions(changes: readonly ItemChange[], parts: ExpressionParts): string {
  const sets = changes.flatMap(({ path, after }) =>
    after === undefined ? [] : [`${parts.path(path)} = ${parts.value(after)}`],
  )
  const removes = changes.flatMap(({ path, after }) =>
    after === undefined ? [parts.path(path)] : [],
  )
  return [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ].join(' ')
}

function isTooLong(expression: string, operators: number): boolean {
  return utf8Length(expression) > expressionBytesMax || operators > expressionOperatorsMax
}

/** The same changes by attribute: fewer and shorter paths, larger values. */
function wholeAttributes(
  before: Item,
  after: Item,
  changes: readonly ItemChange[],
): readonly ItemChange[] {
  const names = [...new Set(changes.map(({ path }) => path[0]))]
  return names.map((name) => ({
    path: [name],
    ...(Object.hasOwn(before, name) && { before: before[name]! }),
    ...(Object.hasOwn(after, name) && { after: after[name]! }),
  }))
}
