/** Which index a search asks, and whether it can: everything that is refused once the table is known. */
import type { SearchVectorsInput } from '../../../api/generated/dynamodb-types.js'
import { isAllocating } from '../../../catalog/life-cycle.js'
import type { Table } from '../../../catalog/table.js'
import type { SearchConditions } from '../../../expressions/search-conditions.js'
import { emptyKeyValue } from '../../../items/primary-key.js'
import { typeOf } from '../../../model/attribute-value.js'
import { parseDecimal } from '../../../model/decimal.js'
import { parameterNotValid, validation } from '../../../model/errors.js'
import type { RawAttributeValue } from '../../../model/read-attribute-value.js'
import { searchAttributes } from '../../../model/key-schema.js'
import type { VectorIndexDefinition } from '../../../model/table.js'
import { floatOf } from '../../../vectors/float-text.js'

export interface SearchableIndex {
  readonly index: VectorIndexDefinition
  readonly vector: Float32Array
}

/** In the order AWS reports them. */
export function requireSearchable(
  table: Table,
  { IndexName, SearchVector }: SearchVectorsInput,
  conditions: SearchConditions | undefined,
  nowMs: number,
): SearchableIndex {
  const index = requireBuilt(table, IndexName, nowMs)
  const vector = Float32Array.from(SearchVector, requireFloat)
  if (vector.length !== index.dimensions) {
    throw validation(
      `Input search vector dimension ${vector.length} does not match vector index dimension ${index.dimensions}`,
    )
  }
  requireScope(index, conditions)
  if (conditions !== undefined) requireKnown(index, conditions)
  return { index, vector }
}

/** AWS: an index is unknown until it is being filled. */
function requireBuilt(
  { vectorIndexes = [] }: Table,
  indexName: string,
  nowMs: number,
): VectorIndexDefinition {
  const index = vectorIndexes.find(({ name }) => name === indexName)
  if (index === undefined || (index.build && isAllocating(index.build, nowMs))) {
    throw validation(`The table does not have the specified index: ${indexName}`)
  }
  if (index.build === undefined) return index
  throw validation(`Cannot search backfilling vector index: ${indexName}`)
}

function requireFloat({ N: text, ...others }: RawAttributeValue): number {
  if (Object.keys(others).length > 0) throw invalidVector()
  const float = text !== undefined && parseDecimal(text) !== undefined ? floatOf(text) : undefined
  if (float !== undefined) return float
  throw invalidVector()
}

function invalidVector() {
  return validation(
    'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute',
  )
}

function requireScope(
  { hash }: VectorIndexDefinition,
  conditions: SearchConditions | undefined,
): void {
  if (hash === undefined) return
  if (conditions === undefined) {
    throw validation('SearchConditionExpression must be provided when SearchSchema has a HASH key')
  }
  if (conditions.has(hash.name)) return
  throw validation(
    'SearchConditionExpression must have all HASH attributes in configured SearchSchema',
  )
}

function requireKnown(index: VectorIndexDefinition, conditions: SearchConditions): void {
  const attributes = searchAttributes(index)
  for (const name of conditions.keys()) {
    if (attributes.some((attribute) => attribute.name === name)) continue
    throw validation(
      `SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: ${name}`,
    )
  }
  for (const [name, value] of conditions) {
    const { type } = attributes.find((attribute) => attribute.name === name)!
    const actual = typeOf(value)
    if (actual !== type) {
      throw validation(
        `Type of '${name}' attribute in SearchConditionExpression (${actual}) does not match type in search schema (${type})`,
      )
    }
    const empty = emptyKeyValue(value)
    if (empty !== undefined) throw parameterNotValid(`${empty} Key: ${name}`)
  }
}
