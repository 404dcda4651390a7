/**
 * BatchGetItem: up to 100 items of any tables. Without a projection it answers with stored bytes.
 */
import type { BatchGetItemInput, KeysAndAttributes } from '../../api/generated/dynamodb-types.js'
import { readAttributesToGet } from '../../expressions/legacy/attributes-to-get.js'
import { project, type Projection } from '../../expressions/project.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { requireScalarKeyPaths } from '../../items/key-paths.js'
import { readConsistency } from '../../items/work.js'
import { stepsToParse, type StoredItem } from '../../items/stored-item.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { ItemJson } from '../../model/item-json.js'
import { batchGetKeysMax } from '../../model/limits.js'
import { readItem } from '../../model/read-attribute-value.js'
import { mapInTurns } from '../../stdx/turns.js'
import { consumedByTables } from './items/consumed-by-tables.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './items/expression-parameters.js'
import { capacityOf, namedItems, selectOf } from './items/item-access.js'
import { onItems } from '../access.js'
import { batchDemands } from '../throttling/item-demand.js'
import { requireSomeAdmitted } from '../throttling/throttled-batch.js'
import { operation } from '../operation.js'

/** What a request wants from one table. */
interface TableRequest {
  readonly tableName: string
  readonly input: KeysAndAttributes
  readonly projection: Projection | undefined
  readonly keys: readonly Item[]
  /** As the client sent them. They are not among `keys` and those of `input`. */
  readonly throttled?: KeysAndAttributes['Keys']
}

export const batchGetItem = operation('dynamodb.BatchGetItem', {
  // In the order AWS reports them.
  read(input) {
    const ofTables = Object.entries(input.RequestItems)
    refuseTooMany(ofTables.map(([, { Keys }]) => Keys.length))
    refuseMisuse(input)
    const projections = ofTables.map(([, each]) => readProjection(each))
    const requests = ofTables.map(([tableName, each], i): TableRequest => ({
      tableName,
      input: each,
      projection: projections[i],
      keys: each.Keys.map(readItem),
    }))
    for (const { keys } of requests) refuseDuplicates(keys)
    return { input, requests }
  },

  tables: ({ requests }) => requests.map(({ tableName }) => tableName),

  acrossAccounts: true,

  access: (ctx, { input, requests }) =>
    requests.map(({ tableName, keys, projection }) =>
      onItems(
        ctx,
        'dynamodb:BatchGetItem',
        namedItems(tableName, keys, {
          projection,
          select: selectOf(undefined, projection !== undefined),
          returnConsumedCapacity: capacityOf(input),
        }),
      ),
    ),

  demands: ({ requests }, tables) =>
    batchDemands(
      'read',
      requests.flatMap(({ keys, input }, i) => {
        const consistency = readConsistency(input.ConsistentRead === true)
        return keys.map((key) => ({ table: tables[i]!, key, consistency, bytes: 0 }))
      }),
    ),

  withoutThrottled({ input, requests }, refusals) {
    requireSomeAdmitted(refusals)
    let first = 0
    const admitted = requests.map((request) => {
      const ofTable = refusals.slice(first, (first += request.keys.length))
      return withoutKeys(request, (i) => ofTable[i] !== undefined)
    })
    return { input, requests: admitted }
  },

  async run(ctx, { input, requests }, tables) {
    const wanted = requests.flatMap(({ input: { ConsistentRead }, keys }, i) => {
      const table = tables[i]!
      return keys.map((key) => ({ table, key, consistent: ConsistentRead === true }))
    })
    const { items, work } = await ctx.items.batchGet(wanted, { memory: ctx.memory })
    for (const [i, { projection }] of requests.entries()) {
      if (projection !== undefined) requireScalarKeyPaths(tables[i]!, { projection })
    }
    const consumed = consumedByTables(input.ReturnConsumedCapacity, work)
    return { output: { ...(await answerOf(requests, items)), ...consumed }, work }
  },
})

function refuseTooMany(counts: readonly number[]): void {
  if (counts.reduce((sum, count) => sum + count, 0) > batchGetKeysMax) {
    throw validation('Too many items requested for the BatchGetItem call')
  }
}

function refuseMisuse({ RequestItems }: BatchGetItemInput): void {
  const inputs = Object.values(RequestItems)
  // AWS: the two styles cannot be combined, even for different tables.
  const AttributesToGet = inputs.find((input) => input.AttributesToGet)
  const ProjectionExpression = inputs.find((input) => input.ProjectionExpression !== undefined)
  refuseMixedParameters({ AttributesToGet }, { ProjectionExpression })
  for (const input of inputs) {
    refuseIdleSubstitutions(input, { ProjectionExpression: input.ProjectionExpression })
  }
}

function readProjection(input: KeysAndAttributes): Projection | undefined {
  const { AttributesToGet, ExpressionAttributeNames, ProjectionExpression } = input
  if (AttributesToGet !== undefined) return readAttributesToGet(AttributesToGet)
  return readExpressions({
    names: ExpressionAttributeNames,
    projection: ProjectionExpression,
  }).projection
}

/** Reported before the table is known, so keys are compared as the request has them. */
function refuseDuplicates(keys: readonly Item[]): void {
  const distinct = new Set(
    keys.map((key) => JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))),
  )
  if (distinct.size < keys.length) {
    throw validation('Provided list of item keys contains duplicates')
  }
}

function withoutKeys(request: TableRequest, isThrottled: (i: number) => boolean): TableRequest {
  const { input, keys } = request
  return {
    ...request,
    keys: keys.filter((_, i) => !isThrottled(i)),
    input: { ...input, Keys: input.Keys.filter((_, i) => !isThrottled(i)) },
    throttled: input.Keys.filter((_, i) => isThrottled(i)),
  }
}

/** The items that were read, and what the client has to ask for again, with its options. */
async function answerOf(
  requests: readonly TableRequest[],
  items: readonly (StoredItem | undefined)[],
) {
  const responses: [string, readonly (Item | ItemJson)[]][] = []
  const unprocessed: [string, KeysAndAttributes][] = []
  let first = 0
  for (const { tableName, input, projection, keys, throttled = [] } of requests) {
    const ofTable = items.slice(first, first + keys.length)
    first += keys.length
    const found = ofTable.filter((item) => item !== undefined)
    responses.push([tableName, await shownItems(found, projection)])
    const left = [...input.Keys.slice(ofTable.length), ...throttled]
    if (left.length > 0) unprocessed.push([tableName, { ...input, Keys: left }])
  }
  return {
    Responses: Object.fromEntries(responses),
    UnprocessedKeys: Object.fromEntries(unprocessed),
  }
}

function shownItems(
  items: readonly StoredItem[],
  projection: Projection | undefined,
): readonly (Item | ItemJson)[] | Promise<readonly (Item | ItemJson)[]> {
  if (projection === undefined) return items.map(({ json }) => json)
  return mapInTurns(items, stepsToParse, (stored) => stored.shown(project(projection, stored.item)))
}
