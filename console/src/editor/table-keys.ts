/** The keys of a table: which attributes name an item, and which ones an index needs in its type. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import type { Item, ValueType } from '../values/attribute-value.js'
import { printValue } from '../values/print-value.js'
import type { KeyAttribute } from '../values/validate-item.js'

export interface TableKeys {
  readonly table: string
  /** The partition key, then the sort key if there is one. */
  readonly names: readonly string[]
  /** Keys of the table, then those of its indexes. */
  readonly attributes: readonly KeyAttribute[]
}

export function tableKeysOf(description: TableDescription): TableKeys {
  const types = new Map<string, ValueType>(
    description.AttributeDefinitions?.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]),
  )
  const typeOf = (name: string): ValueType => types.get(name) ?? 'S'
  const own = (description.KeySchema ?? []).map(
    ({ AttributeName: name, KeyType }): KeyAttribute => ({
      name,
      type: typeOf(name),
      role: KeyType === 'HASH' ? 'partition' : 'sort',
    }),
  )
  const names = own.map(({ name }) => name)
  const others = [...types.keys()].filter((name) => !names.includes(name))
  const ofIndexes = others.map((name): KeyAttribute => ({
    name,
    type: typeOf(name),
    role: 'index',
  }))
  return { table: description.TableName ?? '', names, attributes: [...own, ...ofIndexes] }
}

export function keyOfItem(keys: TableKeys, item: Item): Item {
  return Object.fromEntries(
    keys.names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]!]),
  )
}

/** `Zenobe / Dynamo`. */
export function printKey(keys: TableKeys, item: Item): string {
  return keys.names
    .map((name) => (Object.hasOwn(item, name) ? printValue(item[name]!, 80) : '?'))
    .join(' / ')
}

/** One text for one key, to tell keys apart. */
export function keyText(keys: TableKeys, item: Item): string {
  return JSON.stringify(keys.names.map((name) => item[name]))
}
