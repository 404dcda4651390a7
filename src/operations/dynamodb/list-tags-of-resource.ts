/** ListTagsOfResource: the tags of a table, page by page. */
import { tagsPageMax } from '../../model/limits.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { notAuthorized, readTaggedTable } from './tables/tags.js'

export const listTagsOfResource = operation('dynamodb.ListTagsOfResource', {
  read({ ResourceArn, NextToken }, { caller }) {
    const tableName = readTaggedTable(caller, 'ListTagsOfResource', ResourceArn)
    return { arn: ResourceArn, tableName, token: NextToken }
  },

  access: (ctx, { arn }) => [onTable(ctx, 'dynamodb:ListTagsOfResource', arn)],

  async run({ catalog, caller, nextTokens }, { arn, tableName, token }) {
    const digest = requestDigest({ listTagsOfResource: arn })
    const start = token === undefined ? 0 : nextTokens.open(token, digest).readUInt16BE()
    const table = await catalog.loadTable(caller, tableName)
    // AWS: a missing table is reported as one that the caller may not see.
    if (table === undefined) throw notAuthorized(caller, 'ListTagsOfResource', arn)
    const end = start + tagsPageMax
    return {
      output: {
        Tags: table.tags.slice(start, end).map(({ key, value }) => ({ Key: key, Value: value })),
        ...(table.tags.length > end && { NextToken: nextTokens.seal(digest, positionBytes(end)) }),
      },
    }
  },
})

function positionBytes(position: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(position)
  return bytes
}
