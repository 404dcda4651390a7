/** TagResource: adds tags to a table or gives them new values. */
import { resourceNotFound, validation } from '../../model/errors.js'
import type { Tag } from '../../model/table.js'
import { operation } from '../operation.js'
import { checkTags, readTaggedTable, readTags, requireTagCount } from './tables/tags.js'
import { changeTags } from './tables/change-tags.js'

export const tagResource = operation('dynamodb.TagResource', {
  read({ ResourceArn, Tags }, { caller }) {
    const tableName = readTaggedTable(caller, 'TagResource', ResourceArn)
    if (Tags.length === 0) throw validation('Atleast one Tag needs to be provided as Input.')
    const tags = readTags(Tags)
    checkTags(tags)
    return { tableName, tags, missing: resourceNotFound(`ResourcArn: ${ResourceArn} not found`) }
  },

  async run(ctx, { tableName, tags, missing }) {
    await changeTags(ctx, tableName, missing, (current) => merged(current, tags))
    return undefined
  },
})

function merged(current: readonly Tag[], added: readonly Tag[]): readonly Tag[] {
  const byKey = new Map([...current, ...added].map((tag) => [tag.key, tag]))
  const tags = [...byKey.values()]
  requireTagCount(tags)
  return tags
}
