/**
 * What every contender is asked for: six operations on items of 1 KB. Each write changes its
 * items, since a server may leave out a write that changes nothing.
 */
import { itemSizeBytes } from '../../src/model/item-size.js'
import type { Item } from '../../src/model/item.js'

export const rowNames = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'Query of 20',
  'BatchWriteItem of 25',
  'TransactWriteItems of 4',
] as const
export type RowName = (typeof rowNames)[number]

/** A request that is repeated with other keys. */
export interface Row {
  readonly operation: string
  readonly bodies: readonly string[]
}

/** More than any number of connections times the items of a transaction: none waits for another. */
const keyCount = 2000
const partitions = 100
const itemsPerQuery = 20
const itemsPerBatch = 25
const itemsPerTransaction = 4

const each = (count: number) => Array.from({ length: count }, (_, n) => n)

type Version = 'even' | 'odd'
const versions: readonly Version[] = ['even', 'odd']

const itemBytes = 1024
const words =
  'Ship with the other parcels of this customer, if they leave on the same day. '.repeat(14)

/** With a few attributes as orders have them, and a note up to the size. */
function sized(item: Item): Item {
  const all = { ...item, status: { S: 'SHIPPED' }, total: { N: '1249.95' }, note: { S: '' } }
  return { ...all, note: { S: words.slice(0, itemBytes - itemSizeBytes(all)) } }
}

function keyOf(index: number): Item {
  return { pk: { S: `customer#${index}` }, sk: { S: 'order#2026-03-14T09:26:53.589Z' } }
}

/** Its version is in three attributes, which three indexes are on. */
function versioned(index: number, version: Version): Item {
  const S = `${version}#${index % 100}`
  return sized({ ...keyOf(index), version1: { S }, version2: { S }, version3: { S } })
}

/** One of those that GetItem reads. */
export function sampleItem(): Item {
  return versioned(0, 'even')
}

function queried(partition: number): readonly Item[] {
  return each(itemsPerQuery).map((n) =>
    sized({ pk: { S: `partition#${partition}` }, sk: { S: `order#${1000 + n}` } }),
  )
}

/** Groups of neighbouring items, first all in one version, then all in the other. */
function groups(size: number): readonly (readonly Item[])[] {
  return versions.flatMap((version) =>
    each(keyCount / size).map((group) =>
      each(size).map((n) => versioned(group * size + n, version)),
    ),
  )
}

export function rowOf(name: RowName, TableName: string): Row {
  const [operation] = name.split(' ') as [string]
  return { operation, bodies: inputs(name, TableName).map((input) => JSON.stringify(input)) }
}

function inputs(name: RowName, TableName: string): readonly object[] {
  switch (name) {
    case 'GetItem':
      return each(keyCount).map((index) => ({ TableName, Key: keyOf(index) }))
    case 'PutItem':
      return groups(1).map(([item]) => ({ TableName, Item: item }))
    case 'UpdateItem':
      return each(keyCount).map((index) => update(TableName, index))
    case 'Query of 20':
      return each(partitions).map((partition) => query(TableName, `partition#${partition}`))
    case 'BatchWriteItem of 25':
      return groups(itemsPerBatch).map((items) => batch(TableName, items))
    case 'TransactWriteItems of 4':
      return groups(itemsPerTransaction).map((items) => ({
        TransactItems: items.map((item) => ({ Put: { TableName, Item: item } })),
      }))
  }
}

function update(TableName: string, index: number): object {
  return {
    TableName,
    Key: keyOf(index),
    UpdateExpression: 'SET visits = if_not_exists(visits, :zero) + :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  }
}

function query(TableName: string, partition: string): object {
  return {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: partition } },
  }
}

function batch(TableName: string, items: readonly Item[]): object {
  return { RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) } }
}

/** The inputs of BatchWriteItem that fill a table with all that the rows expect. */
export function fillInputs(TableName: string): readonly object[] {
  const items = groups(itemsPerBatch).slice(keyCount / itemsPerBatch)
  return [...items, ...each(partitions).map(queried)].map((group) => batch(TableName, group))
}
