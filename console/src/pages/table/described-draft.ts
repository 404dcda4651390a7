/** A table that is there as a draft, so that the rules of new tables hold for what is added to it. */
import type {
  ScalarAttributeType,
  SearchSchemaElement,
  TableDescription,
  VectorIndexDescription,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import { newIndex, type IndexDraft, type KeyAttributeDraft } from './index-draft.js'
import { emptyTableDraft, type TableDraft } from './table-draft.js'
import {
  newVectorIndex,
  type DistanceFunction,
  type VectorIndexDraft,
} from './vector-index-draft.js'

/** What is added to it is number 1; what it has got follows. */
const firstId = 2

export function draftOfTable(description: TableDescription): TableDraft {
  const { KeySchema = [], AttributeDefinitions = [] } = description
  const { GlobalSecondaryIndexes = [], VectorIndexes = [] } = description
  const types = new Map(
    AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
  const known = (name = ''): KeyAttributeDraft => ({ name, type: typeOf(types, name) })
  return {
    ...emptyTableDraft,
    name: description.TableName ?? '',
    partition: known(KeySchema[0]?.AttributeName),
    hasSort: KeySchema.length > 1,
    sort: known(KeySchema[1]?.AttributeName),
    billing: billingModeOf(description),
    indexes: GlobalSecondaryIndexes.map((each, at): IndexDraft => ({
      ...newIndex(at + firstId, 'global'),
      name: each.IndexName ?? '',
      partition: (each.KeySchema ?? []).map(({ AttributeName }) => known(AttributeName)),
    })),
    vectorIndexes: VectorIndexes.map((each, at) => vectorDraft(each, at + firstId, known)),
  }
}

function typeOf(
  types: ReadonlyMap<string, ScalarAttributeType>,
  name: string,
): ScalarAttributeType {
  return types.get(name) ?? 'S'
}

function vectorDraft(
  index: VectorIndexDescription,
  id: number,
  known: (name: string) => KeyAttributeDraft,
): VectorIndexDraft {
  const { SearchSchema = [], Dimensions = 0, DistanceFunction = 'COSINE' } = index
  const those = (wanted: SearchSchemaElement['SearchSchemaElementType']) =>
    SearchSchema.filter((each) => each.SearchSchemaElementType === wanted).map(
      ({ AttributeName }) => known(AttributeName),
    )
  return {
    ...newVectorIndex(id),
    name: index.IndexName ?? '',
    attribute: index.VectorAttribute?.AttributeName ?? '',
    dimensions: String(Dimensions),
    distance: DistanceFunction as DistanceFunction,
    hash: those('HASH'),
    filters: those('INLINE_FILTER'),
  }
}
