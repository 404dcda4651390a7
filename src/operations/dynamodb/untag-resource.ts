/** UntagResource: removes tags from a table. */
import { checkedTagKeys, withoutTags } from '../../catalog/rules/tags.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { arnOfNamed } from '../named-table.js'
import { operation } from '../operation.js'
import { changeTags } from './tables/change-tags.js'
import { readTaggedTable } from './tables/tags.js'

export const untagResource = operation('dynamodb.UntagResource', {
  read({ ResourceArn, TagKeys }, ctx) {
    const table = readTaggedTable(ctx, ResourceArn)
    if (TagKeys.length === 0) {
      throw validation('Atleast one Tag Key needs to be provided as Input.')
    }
    return { table, keys: checkedTagKeys(TagKeys) }
  },

  access: (ctx, { table, keys }) => [
    { ...onTable(ctx, 'dynamodb:UntagResource', arnOfNamed(table)), tagKeys: [...keys] },
  ],

  async run(ctx, { table, keys }) {
    await changeTags(ctx, table, (current) => withoutTags(current, keys))
    return { output: undefined }
  },
})
