/** Which rows of a vector index a search is about: one scope of them or all, and what filters leave. */
import { attributeOf } from '../model/item.js'
import type { VectorIndexDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import { filterCode, vectorRows, vectorScope, type KeyRange } from '../storage/keyspace.js'
import { filtersOfRow, type FilterCode } from '../vectors/row.js'
import type { VectorSearchRequest } from './search.js'

export interface SearchedRows {
  readonly range: KeyRange
  /** What the keys of the rows start with, if the index has scopes. */
  readonly scope: Buffer | undefined
  /** The code that each filter attribute has to have, in the order of the definition; undefined if any. */
  readonly filters: readonly FilterCode[]
  /** Whether a row is one that the search is about. */
  matches(row: Uint8Array): boolean
}

export function searchedRows(
  index: VectorIndexDefinition,
  { conditions }: Pick<VectorSearchRequest, 'conditions'>,
): SearchedRows {
  const scope = scopeOf(index, conditions)
  const filters = index.filters.map(({ name, type }) => {
    const value = conditions.get(name)
    return value && filterCode(type, value)
  })
  return { range: vectorRows(scope), scope, filters, matches: matcherOf(index, filters) }
}

function scopeOf(
  { hash }: VectorIndexDefinition,
  conditions: VectorSearchRequest['conditions'],
): Buffer | undefined {
  if (hash === undefined) return undefined
  const value = conditions.get(hash.name)
  assert(value !== undefined, 'a search of an index with scopes names one')
  const item = Object.fromEntries([[hash.name, value]])
  assert(attributeOf(item, hash.name) === value, 'any name can be that of a scope')
  return vectorScope(hash, item)
}

function matcherOf(
  { dimensions, filters: attributes }: VectorIndexDefinition,
  wanted: readonly FilterCode[],
): (row: Uint8Array) => boolean {
  if (wanted.every((code) => code === undefined)) return () => true
  return (row) => {
    const codes = filtersOfRow(row, dimensions, attributes.length)
    return wanted.every((code, i) => code === undefined || isSameCode(code, codes[i]))
  }
}

/** AWS: an item without the attribute never matches. */
function isSameCode(wanted: Uint8Array, code: FilterCode): boolean {
  return code !== undefined && Buffer.compare(wanted, code) === 0
}
