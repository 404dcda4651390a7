/** GetItem: one item by its key, or nothing. Without a projection it answers with the stored bytes. */
import { readAttributesToGet } from '../../expressions/legacy/attributes-to-get.js'
import { project } from '../../expressions/project.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import type { GotItem } from '../../items/read/get.js'
import { requireScalarKeyPaths } from '../../items/key-paths.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedCapacity } from './items/consumed-capacity.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './items/expression-parameters.js'
import { onItems, valuesIn } from '../access.js'
import { capacityOf, namedItems, selectOf } from './items/item-access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const getItem = operation('dynamodb.GetItem', {
  // In the order AWS reports them.
  read(input) {
    const { AttributesToGet, ProjectionExpression, ExpressionAttributeNames } = input
    refuseMixedParameters({ AttributesToGet }, { ProjectionExpression })
    refuseIdleSubstitutions(input, { ProjectionExpression })
    const key = readItem(input.Key)
    const legacyProjection = AttributesToGet && readAttributesToGet(AttributesToGet)
    const { projection } = readExpressions({
      names: ExpressionAttributeNames,
      projection: ProjectionExpression,
    })
    return { input, key, projection: projection ?? legacyProjection }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, key, projection }) => [
    onItems(
      ctx,
      'dynamodb:GetItem',
      namedItems(input.TableName, [key], {
        projection,
        select: selectOf(undefined, projection !== undefined),
        returnConsumedCapacity: capacityOf(input),
      }),
    ),
  ],

  demands: ({ key }, [table]) => [new ItemDemand(table, 'read', valuesIn([key]))],

  run(ctx, { input, key, projection }, [table]) {
    const answer = ({ item, work }: GotItem) => {
      if (projection !== undefined) requireScalarKeyPaths(table, { projection })
      const output = {
        Item: item && projection ? project(projection, item.item) : item?.json,
        ...consumedCapacity(input.ReturnConsumedCapacity, table, work),
      }
      return { output, work }
    }
    const got = ctx.items.get(table, key, input.ConsistentRead)
    return got instanceof Promise ? got.then(answer) : answer(got)
  },
})
