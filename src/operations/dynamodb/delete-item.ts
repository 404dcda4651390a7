/** DeleteItem: removes an item if its condition holds. Removing a missing item succeeds. */
import { readItem } from '../../model/read-attribute-value.js'
import { consumedCapacity, itemCollectionMetrics } from './items/consumed-capacity.js'
import { capacityOf, namedItems, shownBy } from './items/item-access.js'
import { readCondition, refuseConditionMisuse, showsItemOnFailure } from './items/read-condition.js'
import { requireOldOrNone, requireOldOrNoneFirst, wantsOld } from './items/return-values.js'
import { onItems, valuesIn } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const deleteItem = operation('dynamodb.DeleteItem', {
  // In the order AWS reports them.
  read(input) {
    requireOldOrNoneFirst(input)
    refuseConditionMisuse(input)
    const key = readItem(input.Key)
    const condition = readCondition(input)
    requireOldOrNone(input.ReturnValues)
    return { input, key, condition }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, key, condition }) => [
    onItems(
      ctx,
      'dynamodb:DeleteItem',
      namedItems(input.TableName, [key], {
        condition,
        returnValues: shownBy(input),
        returnConsumedCapacity: capacityOf(input),
      }),
    ),
  ],

  demands: ({ key }, [table]) => [new ItemDemand(table, 'write', valuesIn([key]))],

  async run(ctx, { input, key, condition }, [table]) {
    const { before, work, collectionBytes } = await ctx.items.write(table, {
      action: { kind: 'delete', key },
      condition,
      showItemOnFailure: showsItemOnFailure(input),
      ignoresBefore: !wantsOld(input.ReturnValues),
    })
    const output = {
      Attributes: wantsOld(input.ReturnValues) ? before?.json : undefined,
      ...consumedCapacity(input.ReturnConsumedCapacity, table, work),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, key, collectionBytes),
    }
    return { output, work }
  },
})
