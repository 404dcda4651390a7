/** PutItem: replaces a whole item if its condition holds. */
import { validation } from '../../model/errors.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { itemSizeBytesMax } from '../../model/limits.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedCapacity, itemCollectionMetrics } from './items/consumed-capacity.js'
import { capacityOf, namedItems, shownBy } from './items/item-access.js'
import { readCondition, refuseConditionMisuse, showsItemOnFailure } from './items/read-condition.js'
import { requireOldOrNone, wantsOld } from './items/return-values.js'
import { onItems, valuesIn } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const putItem = operation('dynamodb.PutItem', {
  // In the order AWS reports them.
  read(input) {
    const item = readItem(input.Item)
    refuseConditionMisuse(input)
    requireOldOrNone(input.ReturnValues)
    const sizeBytes = itemSizeBytes(item)
    if (sizeBytes > itemSizeBytesMax) {
      throw validation('Item size has exceeded the maximum allowed size')
    }
    return { input, item, sizeBytes, condition: readCondition(input) }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, item, condition }) => [
    onItems(
      ctx,
      'dynamodb:PutItem',
      namedItems(input.TableName, [item], {
        condition,
        returnValues: shownBy(input),
        returnConsumedCapacity: capacityOf(input),
      }),
    ),
  ],

  demands: ({ item }, [table]) => [new ItemDemand(table, 'write', valuesIn([item]))],

  async run(ctx, { input, item, sizeBytes, condition }, [table]) {
    const { before, work, collectionBytes } = await ctx.items.write(table, {
      action: { kind: 'put', item, sizeBytes },
      condition,
      showItemOnFailure: showsItemOnFailure(input),
      ignoresBefore: !wantsOld(input.ReturnValues),
    })
    const output = {
      Attributes: wantsOld(input.ReturnValues) ? before?.json : undefined,
      ...consumedCapacity(input.ReturnConsumedCapacity, table, work),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, item, collectionBytes),
    }
    return { output, work }
  },
})
