/** ListTagsOfResource: the tags of a table. AWS: all in one answer; NextToken is ignored. */
import { stateOf } from '../../catalog/life-cycle.js'
import { onTable } from '../access.js'
import { arnOfNamed } from '../named-table.js'
import { operation } from '../operation.js'
import { readTaggedTable, taggedResourceNotFound } from './tables/tags.js'

export const listTagsOfResource = operation('dynamodb.ListTagsOfResource', {
  read: ({ ResourceArn }, ctx) => readTaggedTable(ctx, ResourceArn),

  access: (ctx, named) => [onTable(ctx, 'dynamodb:ListTagsOfResource', arnOfNamed(named))],

  async run({ catalog, clock }, { arn, ...named }) {
    const table = await catalog.loadTable(named, named.name)
    // AWS: the tags of a table that is CREATING are not found either.
    if (table === undefined || stateOf(table, clock.now()) === 'creating') {
      throw taggedResourceNotFound(arn)
    }
    return { output: { Tags: table.tags.map(({ key, value }) => ({ Key: key, Value: value })) } }
  },
})
