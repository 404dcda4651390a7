/** TagResource: adds tags to a table or changes their values. */
import { checkedTags, withTags } from '../../catalog/rules/tags.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { arnOfNamed } from '../named-table.js'
import { operation } from '../operation.js'
import { changeTags } from './tables/change-tags.js'
import { readTaggedTable, tagRequests } from './tables/tags.js'

export const tagResource = operation('dynamodb.TagResource', {
  read({ ResourceArn, Tags }, ctx) {
    const table = readTaggedTable(ctx, ResourceArn)
    if (Tags.length === 0) throw validation('Atleast one Tag needs to be provided as Input.')
    return { table, tags: checkedTags(tagRequests(Tags)) }
  },

  access: (ctx, { table, tags }) => [
    { ...onTable(ctx, 'dynamodb:TagResource', arnOfNamed(table)), tags },
  ],

  async run(ctx, { table, tags }) {
    await changeTags(ctx, table, (current) => withTags(current, tags))
    return { output: undefined }
  },
})
