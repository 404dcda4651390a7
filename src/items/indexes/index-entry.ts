/**
 * What a secondary index holds for an item: nothing if a key part is missing, otherwise its
 * projection.
 */
import { attributeOf, pickAttributes, type Item } from '../../model/item.js'
import {
  indexKeyAttributes,
  keyAttributes,
  type KeyAttribute,
  type KeySchema,
} from '../../model/key-schema.js'
import type { IndexDefinition } from '../../model/table.js'
import { payloadOf, typeOf } from '../../model/attribute-value.js'
import { indexKey } from '../../storage/keyspace.js'
import { StoredItem } from '../stored-item.js'
import { tooLongKeyRole } from './index-keys.js'

export interface IndexEntry {
  readonly key: Buffer
  readonly stored: StoredItem
}

/**
 * Returns the entry that an item implies. The index is sparse: it has no entry for an item that
 * lacks a key part, or for one that was written before the index existed and does not fit it.
 */
export function indexEntry(
  tableSchema: KeySchema,
  index: IndexDefinition,
  item: StoredItem,
): IndexEntry | undefined {
  if (!indexKeyAttributes(index).every((attribute) => hasKeyPart(item.item, attribute))) {
    return undefined
  }
  if (tooLongKeyRole(index, item.item) !== undefined) return undefined
  return {
    key: indexKey(index.keySchema, tableSchema, item.item),
    stored: projected(tableSchema, index, item),
  }
}

function hasKeyPart(item: Item, { name, type }: KeyAttribute): boolean {
  const value = attributeOf(item, name)
  return value !== undefined && typeOf(value) === type && payloadOf(value) !== ''
}

function projected(tableSchema: KeySchema, index: IndexDefinition, item: StoredItem): StoredItem {
  // The bytes of the item itself, so an index that projects everything needs no second encoding.
  if (index.projection.kind === 'all') return item
  return StoredItem.of(pickAttributes(item.item, projectedNames(tableSchema, index)))
}

/** The attributes that an index holds if it does not project everything. */
export function projectedNames(
  tableSchema: KeySchema,
  index: IndexDefinition,
): ReadonlySet<string> {
  const included = index.projection.kind === 'include' ? index.projection.attributes : []
  const keys = [...keyAttributes(tableSchema), ...indexKeyAttributes(index)]
  return new Set([...keys.map(({ name }) => name), ...included])
}
