/** TransactGetItems: up to 100 items as they are at one moment. */
import { project } from '../../expressions/project.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedByTransaction } from './items/consumed-by-tables.js'
import { tablesOperation } from '../operation.js'

export const transactGetItems = tablesOperation('dynamodb.TransactGetItems', {
  tables: (input) => input.TransactItems.map(({ Get }) => Get.TableName),

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

  async run(ctx, { input, gets }, tables) {
    const wanted = gets.map((get) => ({ ...get, table: tables(get.tableName) }))
    const { items, work } = await ctx.items.transactGet(wanted)
    return {
      ...consumedByTransaction(input.ReturnConsumedCapacity, work),
      Responses: wanted.map(({ projection }, i) => {
        const item = items[i]
        if (item === undefined) return {}
        return { Item: projection === undefined ? item.json : project(projection, item.item) }
      }),
    }
  },
})
