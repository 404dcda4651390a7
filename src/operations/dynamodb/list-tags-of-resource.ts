/** ListTagsOfResource: the tags of a table. AWS: all in one answer; NextToken is ignored. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { readTaggedTable, taggedResourceNotFound } from './tables/tags.js'

export const listTagsOfResource = operation('dynamodb.ListTagsOfResource', {
  read: ({ ResourceArn }, { caller }) => ({
    arn: ResourceArn,
    tableName: readTaggedTable(caller, ResourceArn),
  }),

  access: (ctx, { arn }) => [onTable(ctx, 'dynamodb:ListTagsOfResource', arn)],

  async run({ catalog, caller }, { arn, tableName }) {
    const table = await catalog.loadTable(caller, tableName)
    // AWS: a table has no tags before all its items are there.
    if (table === undefined || table.filling !== undefined) throw taggedResourceNotFound(arn)
    return { output: { Tags: table.tags.map(({ key, value }) => ({ Key: key, Value: value })) } }
  },
})
