/** What a secondary index holds for an item: nothing when a key part is missing, else its projection. */
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
 * The entry that an item implies. The index is sparse: an item without all key parts has none, nor
 * has one that was written before the index was there and does not fit it.
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
  // The very bytes of the item: an index that projects everything costs no second encoding.
  if (index.projection.kind === 'all') return item
  return StoredItem.of(pickAttributes(item.item, projectedNames(tableSchema, index)))
}

/** What an index that does not project everything holds of an item. */
export function projectedNames(
  tableSchema: KeySchema,
  index: IndexDefinition,
): ReadonlySet<string> {
  const included = index.projection.kind === 'include' ? index.projection.attributes : []
  const keys = [...keyAttributes(tableSchema), ...indexKeyAttributes(index)]
  return new Set([...keys.map(({ name }) => name), ...included])
}
