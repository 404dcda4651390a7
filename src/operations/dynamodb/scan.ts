/** Scan: all items of a table or index, or of one segment of it, page by page. */
import type { ScanInput } from '../../api/generated/dynamodb-types.js'
import type { Table } from '../../catalog/table.js'
import { lanesWanted } from '../../changes/lanes.js'
import { readAttributesToGet } from '../../expressions/legacy/attributes-to-get.js'
import { readFilterConditions } from '../../expressions/legacy/filter-conditions.js'
import { checkConditionalOperator } from '../../expressions/legacy/legacy-condition.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import type { Page } from '../../items/read/read-page.js'
import { partitionsRead, type ScanRequest, type Segment } from '../../items/read/scan.js'
import { validation } from '../../model/errors.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './items/expression-parameters.js'
import { pageAnswer } from './items/page-answer.js'
import { readItems } from './items/item-access.js'
import { readSelection } from './items/read-selection.js'
import { readStartKey } from './items/read-start-key.js'
import { anyValues, onItems } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation, type OperationContext } from '../operation.js'

export const scan = operation('dynamodb.Scan', {
  // In the order AWS reports them.
  read(input) {
    refuseMisuse(input)
    const attributesToGet = input.AttributesToGet && readAttributesToGet(input.AttributesToGet)
    const scanFilter = readFilterConditions(input.ScanFilter, input.ConditionalOperator)
    const start = readStartKey(input.ExclusiveStartKey)
    const segment = readSegment(input)
    const { filter, projection } = readExpressions({
      names: input.ExpressionAttributeNames,
      values: input.ExpressionAttributeValues,
      filter: input.FilterExpression,
      projection: input.ProjectionExpression,
    })
    const request = {
      indexName: input.IndexName,
      consistent: input.ConsistentRead === true,
      start,
      limit: input.Limit,
      segment,
      filter: filter ?? scanFilter,
      selection: readSelection(input, projection ?? attributesToGet),
    }
    return { input, request }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, request }) => [
    onItems(ctx, 'dynamodb:Scan', readItems(input, request, anyValues)),
  ],

  demands: ({ request }, [table]) => [new ItemDemand(table, 'read', anyValues, request.indexName)],

  async run(ctx, { input, request }, [table]) {
    const read = await ctx.items.scan(table, request, ctx.memory)
    const page = showsCapacity(input) ? await pricedPage(ctx, table, request, read) : read
    const answer = pageAnswer(input, table, request.selection, page)
    return { output: answer instanceof Promise ? await answer : answer, work: page.work }
  },
})

/** Only then is it worth looking up how the table is billed. */
function showsCapacity({ ReturnConsumedCapacity, IndexName }: ScanInput): boolean {
  if (ReturnConsumedCapacity === undefined || ReturnConsumedCapacity === 'NONE') return false
  return IndexName === undefined
}

/** AWS: a page of an on-demand table costs at least a unit in each partition that it was read from. */
async function pricedPage(
  ctx: OperationContext,
  table: Table,
  request: ScanRequest,
  page: Page,
): Promise<Page> {
  const { billing } = await ctx.catalog.requireTable(table, table.name)
  if (billing.mode !== 'on-demand') return page
  const partitions = partitionsRead(table, request, page.lastKey, lanesWanted(billing))
  return { ...page, work: page.work.map((touch) => ({ ...touch, partitions })) }
}

function refuseMisuse(input: ScanInput): void {
  const { AttributesToGet, ScanFilter, ConditionalOperator } = input
  const { ProjectionExpression, FilterExpression } = input
  refuseMixedParameters(
    { AttributesToGet, ScanFilter, ConditionalOperator },
    { ProjectionExpression, FilterExpression },
  )
  refuseIdleSubstitutions(
    input,
    { ProjectionExpression, FilterExpression },
    { conditions: { FilterExpression }, tail: ': FilterExpression is null' },
  )
  checkConditionalOperator(ConditionalOperator, Object.keys(ScanFilter ?? {}).length)
}

function readSegment({ Segment, TotalSegments }: ScanInput): Segment | undefined {
  if (Segment === undefined && TotalSegments === undefined) return undefined
  if (TotalSegments === undefined) {
    throw validation(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    )
  }
  if (Segment === undefined) {
    throw validation(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    )
  }
  if (Segment >= TotalSegments) {
    throw validation(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${Segment} is not less than TotalSegments: ${TotalSegments}`,
    )
  }
  return { number: Segment, total: TotalSegments }
}
