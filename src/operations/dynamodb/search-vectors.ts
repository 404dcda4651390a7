/** SearchVectors: the items whose vectors are nearest to a given one. */
import type { SearchVectorsInput } from '../../api/generated/dynamodb-types.js'
import { shortened } from '../../api/print-value.js'
import { vectorRequestBytes } from '../../capacity/units.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { readSearchConditions, type SearchConditions } from '../../expressions/search-conditions.js'
import { validation } from '../../model/errors.js'
import { topKMax } from '../../model/limits.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import { onIndex } from '../access.js'
import { operation } from '../operation.js'
import { refuseIdleSubstitutions } from './items/expression-parameters.js'
import { requireSearchable } from './items/searchable-index.js'
import { shownVectors, type ShownVector } from './items/shown-vectors.js'

export const searchVectors = operation('dynamodb.SearchVectors', {
  // In the order AWS reports them.
  read(input) {
    requireKnownWish(input.ReturnConsumedCapacity)
    requireTopK(input.TopK)
    const { ProjectionExpression, SearchConditionExpression } = input
    refuseIdleSubstitutions(
      input,
      { ProjectionExpression, SearchConditionExpression },
      { conditions: { SearchConditionExpression } },
    )
    const { projection, searchCondition } = readExpressions({
      names: input.ExpressionAttributeNames,
      values: input.ExpressionAttributeValues,
      searchCondition: SearchConditionExpression,
      projection: ProjectionExpression,
    })
    const conditions: SearchConditions | undefined =
      searchCondition && readSearchConditions(searchCondition)
    return { input, projection, conditions }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input }) => [
    onIndex(ctx, 'dynamodb:SearchVectors', input.TableName, input.IndexName),
  ],

  async run(ctx, { input, projection, conditions }, [table]) {
    const { index, vector } = requireSearchable(table, input, conditions, ctx.clock.now())
    const search = await ctx.vectorSearch()
    const found = await search.search(table, index, {
      vector,
      topK: input.TopK,
      conditions: conditions ?? new Map(),
      isUnwanted: () => ctx.peer?.isGone?.() === true,
    })
    const shown = await shownVectors({ table, index, projection }, found)
    const bytes = searchedBytes(index, shown)
    const touch = {
      table,
      indexName: index.name,
      kind: 'vector-search',
      consistency: 'eventual',
      partition: undefined,
      bytes,
    } as const
    const output = {
      SearchResults: shown.map(({ item, score }) => ({ Item: item, Score: score })),
      ...consumed(input, bytes),
    }
    return { output, work: [touch] }
  },
})

const capacityWishes = ['INDEXES', 'TOTAL', 'NONE']

/** AWS: not among the constraints, and without the words that those begin with. */
function requireKnownWish(wish: string | undefined): void {
  if (wish === undefined || capacityWishes.includes(wish)) return
  throw validation(
    `Value '${shortened(wish)}' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [${capacityWishes.join(', ')}]`,
  )
}

/** AWS: below 1 is a matter of constraints. */
function requireTopK(topK: number): void {
  if (topK <= topKMax) return
  throw validation(
    `Provided TopK value '${topK}' is out of valid range. The value must be between 1 and ${topKMax} inclusive`,
  )
}

const bytesPerDimension = 30.7
const bytesPerResult = 65
const floatBytes = 4

/** AWS: its own figures vary from call to call; this is what they are near to for small indexes. */
function searchedBytes(
  { dimensions }: VectorIndexDefinition,
  shown: readonly ShownVector[],
): number {
  let bytes = bytesPerDimension * dimensions
  for (const each of shown) {
    bytes += bytesPerResult + each.bytes + (each.showsVector ? floatBytes * dimensions : 0)
  }
  return Math.round(bytes)
}

/** AWS: no table, no units, and the same for TOTAL and INDEXES. */
function consumed({ ReturnConsumedCapacity: wanted }: SearchVectorsInput, bytes: number) {
  if (wanted === undefined || wanted === 'NONE') return {}
  return { ConsumedCapacity: { VectorSearchRequestBytes: vectorRequestBytes({ bytes }) } }
}
