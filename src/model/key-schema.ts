/** Which attributes make up a key, and their types. */
import type { KeyType } from './attribute-value.js'

export interface KeyAttribute {
  readonly name: string
  readonly type: KeyType
}

/** A table's key: a partition attribute and perhaps a sort attribute. */
export interface KeySchema {
  readonly partition: KeyAttribute
  readonly sort?: KeyAttribute
}

/** An index's key: since November 2025 a global index may have up to four attributes of each role. */
export interface IndexKeySchema {
  readonly partition: readonly KeyAttribute[]
  readonly sort: readonly KeyAttribute[]
}

export function keyAttributes(schema: KeySchema): readonly KeyAttribute[] {
  return schema.sort === undefined ? [schema.partition] : [schema.partition, schema.sort]
}

/** The key attributes of an index, partition parts first. */
export function indexKeyAttributes(index: {
  readonly keySchema: IndexKeySchema
}): readonly KeyAttribute[] {
  return [...index.keySchema.partition, ...index.keySchema.sort]
}

/** The attributes that searches of a vector index may name, that of its scope first. */
export function searchAttributes(index: {
  readonly hash?: KeyAttribute
  readonly filters: readonly KeyAttribute[]
}): readonly KeyAttribute[] {
  return index.hash === undefined ? index.filters : [index.hash, ...index.filters]
}
