/** TransactGetItems: up to 100 items, read at one moment. */
import { project } from '../../expressions/project.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedByTransaction } from './items/consumed-by-tables.js'
import { namedItems } from './items/item-access.js'
import { onItems } from '../access.js'
import { operation } from '../operation.js'

export const transactGetItems = operation('dynamodb.TransactGetItems', {
  // In the order AWS reports them.
  read(input) {
    const gets = input.TransactItems.map(({ Get }) => {
      const key = readItem(Get.Key)
      const { projection } = readExpressions({
        names: Get.ExpressionAttributeNames,
        projection: Get.ProjectionExpression,
        acceptsIdleSubstitutions: true,
      })
      return { tableName: Get.TableName, key, projection }
    })
    return { input, gets }
  },

  tables: ({ gets }) => gets.map(({ tableName }) => tableName),

  access: (ctx, { gets }) =>
    gets.map(({ tableName, key, projection }) =>
      onItems(ctx, 'dynamodb:GetItem', namedItems(tableName, [key], { projection })),
    ),

  async run(ctx, { input, gets }, tables) {
    const wanted = gets.map((get, i) => ({ ...get, table: tables[i]! }))
    const { items, work } = await ctx.items.transactGet(wanted)
    const output = {
      ...consumedByTransaction(input.ReturnConsumedCapacity, work),
      Responses: wanted.map(({ projection }, i) => {
        const item = items[i]
        if (item === undefined) return {}
        return { Item: projection === undefined ? item.json : project(projection, item.item) }
      }),
    }
    return { output, work }
  },
})
