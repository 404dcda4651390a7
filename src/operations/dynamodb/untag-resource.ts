/** UntagResource: removes tags from a table. */
import { checkedTagKeys, withoutTags } from '../../catalog/rules/tags.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { changeTags } from './tables/change-tags.js'
import { readTaggedTable } from './tables/tags.js'

export const untagResource = operation('dynamodb.UntagResource', {
  read({ ResourceArn, TagKeys }, { caller }) {
    const tableName = readTaggedTable(caller, ResourceArn)
    if (TagKeys.length === 0) {
      throw validation('Atleast one Tag Key needs to be provided as Input.')
    }
    return { arn: ResourceArn, tableName, keys: checkedTagKeys(TagKeys) }
  },

  access: (ctx, { tableName, keys }) => [
    { ...onTable(ctx, 'dynamodb:UntagResource', tableName), tagKeys: [...keys] },
  ],

  async run(ctx, { arn, tableName, keys }) {
    await changeTags(ctx, { arn, tableName }, (current) => withoutTags(current, keys))
    return { output: undefined }
  },
})
