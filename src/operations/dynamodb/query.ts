/** Query: the items of one partition of a table or index, page by page. */
import type { QueryInput } from '../../api/generated/dynamodb-types.js'
import type { Condition } from '../../expressions/condition.js'
import { readKeyConditions, type KeyCondition } from '../../expressions/key-conditions.js'
import { readAttributesToGet } from '../../expressions/legacy/attributes-to-get.js'
import { readFilterConditions } from '../../expressions/legacy/filter-conditions.js'
import { readLegacyKeyConditions } from '../../expressions/legacy/key-conditions.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { validation } from '../../model/errors.js'
import { indexKeyAttributesMax } from '../../model/limits.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './items/expression-parameters.js'
import { pageAnswer } from './items/page-answer.js'
import { readItems } from './items/item-access.js'
import { readSelection } from './items/read-selection.js'
import { readStartKey } from './items/read-start-key.js'
import { onItems, type ValuesOf } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const query = operation('dynamodb.Query', {
  // In the order AWS reports them.
  read(input) {
    refuseMisuse(input)
    const queryFilter = readFilterConditions(input.QueryFilter, input.ConditionalOperator)
    const attributesToGet = input.AttributesToGet && readAttributesToGet(input.AttributesToGet)
    const start = readStartKey(input.ExclusiveStartKey)
    requireKeyConditions(input)
    const { keyCondition, filter, projection } = readExpressions({
      names: input.ExpressionAttributeNames,
      values: input.ExpressionAttributeValues,
      keyCondition: input.KeyConditionExpression,
      filter: input.FilterExpression,
      projection: input.ProjectionExpression,
      valueReading: 'bare',
    })
    const selection = readSelection(input, projection ?? attributesToGet)
    const request = {
      indexName: input.IndexName,
      consistent: input.ConsistentRead === true,
      conditions: readConditions(input, keyCondition),
      start,
      limit: input.Limit,
      reverse: input.ScanIndexForward === false,
      filter: filter ?? queryFilter,
      filterName: filter === undefined ? 'QueryFilter' : 'Filter Expression',
      selection,
    }
    return { input, request }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, request }) => [
    onItems(ctx, 'dynamodb:Query', readItems(input, request, equalValues(request.conditions))),
  ],

  demands: ({ request: { conditions, indexName } }, [table]) => [
    new ItemDemand(table, 'read', equalValues(conditions), indexName),
  ],

  async run(ctx, { input, request }, [table]) {
    const page = await ctx.items.query(table, request, ctx.memory)
    const answer = pageAnswer(input, table, request.selection, page)
    return { output: answer instanceof Promise ? await answer : answer, work: page.work }
  },
})

/** What the key conditions require an attribute to equal; the partition key must be among them. */
function equalValues(conditions: readonly KeyCondition[]): ValuesOf {
  return (attribute) => {
    const found = conditions.find((each) => each.attribute === attribute)
    return found?.kind === '=' ? [found.value] : undefined
  }
}

function refuseMisuse(input: QueryInput): void {
  const { AttributesToGet, QueryFilter, ConditionalOperator } = input
  const { ProjectionExpression, FilterExpression, KeyConditionExpression } = input
  // AWS: KeyConditions can be combined with any expression except the one that replaces them.
  const KeyConditions = KeyConditionExpression === undefined ? undefined : input.KeyConditions
  refuseMixedParameters(
    { AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions },
    { ProjectionExpression, FilterExpression, KeyConditionExpression },
  )
  refuseIdleSubstitutions(
    input,
    { ProjectionExpression, FilterExpression, KeyConditionExpression },
    { conditions: { FilterExpression, KeyConditionExpression } },
  )
}

function requireKeyConditions({ KeyConditions, KeyConditionExpression }: QueryInput): void {
  if (KeyConditions !== undefined || KeyConditionExpression !== undefined) return
  throw validation(
    'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
  )
}

function readConditions(
  { KeyConditions, IndexName }: QueryInput,
  keyCondition: Condition | undefined,
): readonly KeyCondition[] {
  if (keyCondition !== undefined) return readKeyConditions(keyCondition)
  const conditionsMax = IndexName === undefined ? 2 : 2 * indexKeyAttributesMax
  return readLegacyKeyConditions(KeyConditions ?? {}, conditionsMax)
}
