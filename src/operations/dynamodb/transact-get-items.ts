/** TransactGetItems: up to 100 items, read at one moment. */
import type { ItemResponse } from '../../api/generated/dynamodb-types.js'
import { project, type Projection } from '../../expressions/project.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { stepsToParse, stepsToPassOn, type StoredItem } from '../../items/stored-item.js'
import { readItem } from '../../model/read-attribute-value.js'
import { mapInTurns } from '../../stdx/turns.js'
import { consumedByTransaction } from './items/consumed-by-tables.js'
import { capacityOf, namedItems, selectOf } from './items/item-access.js'
import { onItems, valuesIn } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const transactGetItems = operation('dynamodb.TransactGetItems', {
  // In the order AWS reports them.
  read(input) {
    const gets = input.TransactItems.map(({ Get }) => {
      const key = readItem(Get.Key)
      const { projection } = readExpressions({
        names: Get.ExpressionAttributeNames,
        projection: Get.ProjectionExpression,
        valueReading: 'transacted',
      })
      return { tableName: Get.TableName, key, projection }
    })
    return { input, gets }
  },

  tables: ({ gets }) => gets.map(({ tableName }) => tableName),

  acrossAccounts: true,

  access: (ctx, { input, gets }) =>
    gets.map(({ tableName, key, projection }) =>
      onItems(
        ctx,
        'dynamodb:GetItem',
        namedItems(tableName, [key], {
          projection,
          select: selectOf(undefined, projection !== undefined),
          returnConsumedCapacity: capacityOf(input),
          enclosingOperation: 'TransactGetItems',
        }),
      ),
    ),

  demands: ({ gets }, tables) =>
    gets.map(({ key }, i) => new ItemDemand(tables[i]!, 'read', valuesIn([key]))),

  async run(ctx, { input, gets }, tables) {
    const wanted = gets.map((get, i) => ({ ...get, table: tables[i]! }))
    const { items, work } = await ctx.items.transactGet(wanted, ctx.memory)
    const found = wanted.map(({ projection }, i) => ({ projection, stored: items[i] }))
    const Responses = await mapInTurns(found, stepsToShow, responseOf)
    const output = { ...consumedByTransaction(input.ReturnConsumedCapacity, work), Responses }
    return { output, work }
  },
})

interface Found {
  readonly projection: Projection | undefined
  readonly stored: StoredItem | undefined
}

function stepsToShow({ projection, stored }: Found): number {
  return projection === undefined || stored === undefined ? stepsToPassOn() : stepsToParse(stored)
}

function responseOf({ projection, stored }: Found): ItemResponse {
  if (stored === undefined) return {}
  if (projection === undefined) return { Item: stored.json }
  return { Item: stored.shown(project(projection, stored.item)) }
}
