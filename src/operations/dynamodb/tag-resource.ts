/** TagResource: adds tags to a table or changes their values. */
import { checkedTags, withTags } from '../../catalog/rules/tags.js'
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { changeTags } from './tables/change-tags.js'
import { readTaggedTable, tagRequests } from './tables/tags.js'

export const tagResource = operation('dynamodb.TagResource', {
  read({ ResourceArn, Tags }, { caller }) {
    const tableName = readTaggedTable(caller, ResourceArn)
    if (Tags.length === 0) throw validation('Atleast one Tag needs to be provided as Input.')
    return { arn: ResourceArn, tableName, tags: checkedTags(tagRequests(Tags)) }
  },

  access: (ctx, { tableName, tags }) => [
    { ...onTable(ctx, 'dynamodb:TagResource', tableName), tags },
  ],

  async run(ctx, { arn, tableName, tags }) {
    await changeTags(ctx, { arn, tableName }, (current) => withTags(current, tags))
    return { output: undefined }
  },
})
