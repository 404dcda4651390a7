/** ListTagsOfResource: the tags of a table. AWS: all in one answer; NextToken is ignored. */
import { stateOf } from '../../catalog/life-cycle.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { readTaggedTable, taggedResourceNotFound } from './tables/tags.js'

export const listTagsOfResource = operation('dynamodb.ListTagsOfResource', {
  read: ({ ResourceArn }, { caller }) => ({
    arn: ResourceArn,
    tableName: readTaggedTable(caller, ResourceArn),
  }),

  access: (ctx, { arn }) => [onTable(ctx, 'dynamodb:ListTagsOfResource', arn)],

  async run({ catalog, caller, clock }, { arn, tableName }) {
    const table = await catalog.loadTable(caller, tableName)
    // AWS: the tags of a table that is CREATING are not found either.
    if (table === undefined || stateOf(table, clock.now()) === 'creating') {
      throw taggedResourceNotFound(arn)
    }
    return { output: { Tags: table.tags.map(({ key, value }) => ({ Key: key, Value: value })) } }
  },
})
