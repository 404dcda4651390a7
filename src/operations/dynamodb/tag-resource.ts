/** TagResource: adds tags to a table or changes their values. */
import { checkTags, withTags } from '../../catalog/rules/tags.js'
import { resourceNotFound, validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { readTaggedTable, readTags } from './tables/tags.js'
import { changeTags } from './tables/change-tags.js'

export const tagResource = operation('dynamodb.TagResource', {
  read({ ResourceArn, Tags }, { caller }) {
    const tableName = readTaggedTable(caller, 'TagResource', ResourceArn)
    if (Tags.length === 0) throw validation('Atleast one Tag needs to be provided as Input.')
    const tags = readTags(Tags)
    checkTags(tags)
    return { tableName, tags, missing: resourceNotFound(`ResourcArn: ${ResourceArn} not found`) }
  },

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:TagResource', tableName)],

  async run(ctx, { tableName, tags, missing }) {
    await changeTags(ctx, tableName, missing, (current) => withTags(current, tags))
    return { output: undefined }
  },
})
