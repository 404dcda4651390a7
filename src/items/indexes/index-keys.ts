/**
 * What an item may hold in attributes that are keys of an index: nothing, or a value of the right
 * type that is neither empty nor too long. If several indexes refuse an item, the first by name is
 * reported.
 */
import { typeOf, type AttributeType, type AttributeValue } from '../../model/attribute-value.js'
import {
  invalidParameter,
  parameterNotValid,
  validation,
  type ServiceError,
} from '../../model/errors.js'
import { attributeOf, type Item } from '../../model/item.js'
import { indexKeyAttributes, type KeyAttribute } from '../../model/key-schema.js'
import { partitionKeyBytesMax, sortKeyBytesMax } from '../../model/limits.js'
import type { IndexDefinition } from '../../model/table.js'
import { emptyKeyValue, keyBytes, partitionKeyTooLong, sortKeyTooLong } from '../primary-key.js'

/** AWS: the sentence about an empty index key depends on whether a put or an update sets it. */
export type WriteForm = 'put' | 'update'

export function checkIndexKeys(
  indexes: readonly IndexDefinition[],
  item: Item,
  form: WriteForm,
  changed: (attributeName: string) => boolean = () => true,
): void {
  for (const index of byName(indexes)) {
    for (const attribute of indexKeyAttributes(index)) {
      const value = attributeOf(item, attribute.name)
      if (value !== undefined && changed(attribute.name)) {
        checkIndexKey(index, attribute, value, form)
      }
    }
    checkLengths(index, item, changed)
  }
}

function checkIndexKey(
  index: IndexDefinition,
  attribute: KeyAttribute,
  value: AttributeValue,
  form: WriteForm,
): void {
  const type = typeOf(value)
  if (type !== attribute.type) {
    throw form === 'put' ? indexKeyTypeMismatch(index, attribute, type) : updatedToWrongType()
  }
  const empty = emptyKeyValue(value)
  if (empty === undefined) return
  throw parameterNotValid(
    form === 'put'
      ? `A value specified for a secondary index key is not supported. ${empty} IndexName: ${index.name}, IndexKey: ${attribute.name}`
      : `The update expression attempted to update a secondary index key to a value that is not supported. ${empty}`,
  )
}

export function indexKeyTypeMismatch(
  index: IndexDefinition,
  { name, type }: KeyAttribute,
  actual: AttributeType,
): ServiceError {
  return invalidParameter(
    `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${actual} IndexName: ${index.name}`,
  )
}

/** AWS: constants of an update are checked before; this is about what it found in the item. */
function updatedToWrongType(): ServiceError {
  return validation(
    'The update expression attempted to update the secondary index key to unsupported type',
  )
}

function checkLengths(
  index: IndexDefinition,
  item: Item,
  changed: (attributeName: string) => boolean,
): void {
  const role = tooLongKeyRole(index, item)
  if (role === undefined || !index.keySchema[role].some(({ name }) => changed(name))) return
  throw role === 'partition' ? partitionKeyTooLong() : sortKeyTooLong()
}

/** Returns which part of an index's key is too long in an item, if any. */
export function tooLongKeyRole(
  { keySchema }: IndexDefinition,
  item: Item,
): 'partition' | 'sort' | undefined {
  if (totalBytes(keySchema.partition, item) > partitionKeyBytesMax) return 'partition'
  if (totalBytes(keySchema.sort, item) > sortKeyBytesMax) return 'sort'
  return undefined
}

function totalBytes(attributes: readonly KeyAttribute[], item: Item): number {
  let total = 0
  for (const { name } of attributes) {
    const value = attributeOf(item, name)
    if (value !== undefined) total += keyBytes(value)
  }
  return total
}

function byName(indexes: readonly IndexDefinition[]): readonly IndexDefinition[] {
  return indexes.length < 2
    ? indexes
    : [...indexes].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
