/** UpdateItem: changes attributes of an item in place, and creates the item if it is missing. */
import type { UpdateItemInput } from '../../api/generated/dynamodb-types.js'
import { readAttributeUpdates } from '../../expressions/legacy/attribute-updates.js'
import { readExpected } from '../../expressions/legacy/expected.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import { readItem } from '../../model/read-attribute-value.js'
import { consumedCapacity, itemCollectionMetrics } from './items/consumed-capacity.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './items/expression-parameters.js'
import { showsItemOnFailure } from './items/read-condition.js'
import { returnedAttributes } from './items/return-values.js'
import { onItems, valuesIn } from '../access.js'
import { capacityOf, namedItems, shownBy } from './items/item-access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation } from '../operation.js'

export const updateItem = operation('dynamodb.UpdateItem', {
  // In the order AWS reports them.
  read(input) {
    refuseMisuse(input)
    const key = readItem(input.Key)
    const { AttributeUpdates, Expected, ConditionalOperator } = input
    const legacyUpdate = AttributeUpdates && readAttributeUpdates(AttributeUpdates)
    const expected = readExpected(Expected, ConditionalOperator)
    const { update, condition } = readExpressions({
      names: input.ExpressionAttributeNames,
      values: input.ExpressionAttributeValues,
      update: input.UpdateExpression,
      condition: input.ConditionExpression,
      valueReading: 'bare',
    })
    return { input, key, update: update ?? legacyUpdate, condition: condition ?? expected }
  },

  tables: ({ input }) => [input.TableName],

  acrossAccounts: true,

  access: (ctx, { input, key, update, condition }) => [
    onItems(
      ctx,
      'dynamodb:UpdateItem',
      namedItems(input.TableName, [key], {
        update,
        condition,
        returnValues: shownBy(input),
        returnConsumedCapacity: capacityOf(input),
      }),
    ),
  ],

  demands: ({ key }, [table]) => [new ItemDemand(table, 'write', valuesIn([key]))],

  async run(ctx, { input, key, update, condition }, [table]) {
    const outcome = await ctx.items.write(table, {
      action: { kind: 'update', key, update },
      condition,
      showItemOnFailure: showsItemOnFailure(input),
    })
    const touched = update?.actions.map(({ path }) => path) ?? []
    const output = {
      Attributes: returnedAttributes(input.ReturnValues, outcome, touched),
      ...consumedCapacity(input.ReturnConsumedCapacity, table, outcome.work),
      ...itemCollectionMetrics(
        input.ReturnItemCollectionMetrics,
        table,
        key,
        outcome.collectionBytes,
      ),
    }
    return { output, work: outcome.work }
  },
})

function refuseMisuse(input: UpdateItemInput): void {
  const { AttributeUpdates, Expected, ConditionalOperator } = input
  const { UpdateExpression, ConditionExpression } = input
  refuseMixedParameters(
    { AttributeUpdates, Expected, ConditionalOperator },
    { UpdateExpression, ConditionExpression },
  )
  refuseIdleSubstitutions(input, { UpdateExpression, ConditionExpression })
}
