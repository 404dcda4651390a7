/**
 * What a vector index holds for an item: nothing if the vector or the attribute of the scope is missing
 * or does not fit, otherwise a row with the vector and the filter attributes.
 *
 * The projected attributes are not copied. A search reads them from the item, so a row stays as small as
 * its vector; only their size is counted here, because writes cost it.
 */
import { typeOf, payloadOf, type AttributeValue } from '../../model/attribute-value.js'
import { attributeOf, type Item } from '../../model/item.js'
import {
  itemSizeBytes,
  nameSizeBytes,
  valueSizeBytes,
  vectorNumberBytes,
} from '../../model/item-size.js'
import type { KeyAttribute, KeySchema } from '../../model/key-schema.js'
import { partitionKeyBytesMax } from '../../model/limits.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import { filterCode, vectorRowKey, vectorScope } from '../../storage/keyspace.js'
import { floatOf } from '../../vectors/float-text.js'
import { encodeRow } from '../../vectors/row.js'
import { keyBytes } from '../primary-key.js'
import { projectedBeside } from '../vector-view.js'

export interface VectorEntry {
  readonly key: Buffer
  readonly row: Buffer
  /** The projected attributes except the vector. */
  readonly projected: Item
  /** With the vector at four bytes for each dimension. */
  readonly sizeBytes: number
}

/** `itemKey` is the item's key in its table's space. */
export function vectorEntry(
  tableSchema: KeySchema,
  index: VectorIndexDefinition,
  item: Item,
  itemKey: Uint8Array,
): VectorEntry | undefined {
  const vector = fittingVector(index, attributeOf(item, index.attribute))
  if (vector === undefined) return undefined
  const { hash, filters } = index
  if (hash !== undefined && !isScopeValue(hash, attributeOf(item, hash.name))) return undefined
  const key = vectorRowKey(hash && vectorScope(hash, item), itemKey)
  const codes = filters.map((filter) => codeOf(filter, attributeOf(item, filter.name)))
  const projected = projectedBeside(tableSchema, index, item)
  return {
    key,
    row: encodeRow({ vector, filters: codes }),
    projected,
    sizeBytes: itemSizeBytes(projected) + vectorBytes(index),
  }
}

/** What a vector counts for where its index is concerned: its name and four bytes for each number. */
function vectorBytes({ attribute, dimensions }: VectorIndexDefinition): number {
  return nameSizeBytes(attribute) + vectorNumberBytes * dimensions
}

/** What a list as long as a vector counts for as an attribute's value; undefined for any other value. */
export function listBytes(
  dimensions: number,
  value: AttributeValue | undefined,
): number | undefined {
  if (value === undefined || typeOf(value) !== 'L') return undefined
  const isAsLong = (value as { L: readonly AttributeValue[] }).L.length === dimensions
  return isAsLong ? valueSizeBytes(value) : undefined
}

/** The vector as 32-bit floats, or undefined if the value is not one of this index. */
export function fittingVector(
  { dimensions }: Pick<VectorIndexDefinition, 'dimensions'>,
  value: AttributeValue | undefined,
): Float32Array | undefined {
  if (value === undefined || typeOf(value) !== 'L') return undefined
  const list = (value as { L: readonly AttributeValue[] }).L
  if (list.length !== dimensions) return undefined
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) {
    const element = list[i]!
    const float = typeOf(element) === 'N' ? floatOf((element as { N: string }).N) : undefined
    if (float === undefined) return undefined
    vector[i] = float
  }
  return vector
}

function isScopeValue({ type }: KeyAttribute, value: AttributeValue | undefined): boolean {
  if (value === undefined || typeOf(value) !== type || payloadOf(value) === '') return false
  return keyBytes(value) <= partitionKeyBytesMax
}

/** A value of another type, which an older item may have, is as good as none. */
function codeOf({ type }: KeyAttribute, value: AttributeValue | undefined): Buffer | undefined {
  return value === undefined || typeOf(value) !== type ? undefined : filterCode(type, value)
}
