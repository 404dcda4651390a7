/** What the service would refuse of the vector indexes of a table, said beside the field. */
import { attributeFault, includedFault, nameFault, type Found } from './field-faults.js'
import type { KeyAttributeDraft } from './index-draft.js'
import { inlineFiltersMax, vectorDimensionsMax, vectorIndexesMax } from './limits.js'
import { draftKeyAttributes, type TableDraft } from './table-draft.js'
import { searchAttributesOf, type VectorIndexDraft } from './vector-index-draft.js'

/** By the field's path: `vector.2.filters.0`; of all of them, `vectors`. */
export function vectorFaults(draft: TableDraft): readonly Found[] {
  const { vectorIndexes, billing } = draft
  return [
    ...vectorIndexes.flatMap((index) => faultsOfOne(index, draft)),
    [
      'vectors',
      vectorIndexes.length > 0 && billing !== 'PAY_PER_REQUEST'
        ? 'Vector indexes need a table that is on demand.'
        : undefined,
    ],
    [
      'vectors',
      vectorIndexes.length > vectorIndexesMax
        ? `Up to ${vectorIndexesMax} vector indexes.`
        : undefined,
    ],
  ]
}

function faultsOfOne(index: VectorIndexDraft, draft: TableDraft): readonly Found[] {
  const path = (field: string) => `vector.${index.id}.${field}`
  const others = draft.vectorIndexes.filter(({ id }) => id !== index.id)
  const isTaken = [...draft.indexes, ...others].some(({ name }) => name === index.name)
  const named = searchAttributesOf(index)
  const search = (each: KeyAttributeDraft) =>
    attributeFault(each) ??
    (named.filter(({ name }) => name === each.name).length > 1
      ? 'The index has this attribute twice.'
      : undefined)
  return [
    [path('name'), isTaken ? 'Another index has this name.' : nameFault(index.name)],
    [path('attribute'), vectorFault(index, draft)],
    [path('dimensions'), dimensionsFault(index, others)],
    ...index.hash.map((each, at): Found => [path(`hash.${at}`), search(each)]),
    ...index.filters.map((each, at): Found => [path(`filters.${at}`), search(each)]),
    [
      path(`filters.${inlineFiltersMax}`),
      index.filters.length > inlineFiltersMax ? `Up to ${inlineFiltersMax} filters.` : undefined,
    ],
    [path('included'), includedFault(index)],
  ]
}

function vectorFault({ attribute }: VectorIndexDraft, draft: TableDraft): string | undefined {
  if (attribute === '') return 'Name the attribute.'
  return draftKeyAttributes(draft).some(({ name }) => name === attribute)
    ? 'It is an attribute of a key or of a search, which cannot be a vector.'
    : undefined
}

function dimensionsFault(
  { attribute, dimensions }: VectorIndexDraft,
  others: readonly VectorIndexDraft[],
): string | undefined {
  const isCount = /^[1-9]\d{0,3}$/.test(dimensions) && Number(dimensions) <= vectorDimensionsMax
  if (!isCount) return `A whole number from 1 to ${vectorDimensionsMax}.`
  const other = others.find((each) => each.attribute === attribute)
  return other === undefined || attribute === '' || other.dimensions === dimensions
    ? undefined
    : `${attribute} has ${other.dimensions} dimensions in another index.`
}
