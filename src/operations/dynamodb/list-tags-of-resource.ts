/** ListTagsOfResource: the tags of a table, a page at a time. */
import { validation } from '../../model/errors.js'
import { tagsPageMax } from '../../model/limits.js'
import { operation } from '../operation.js'
import { notAuthorized, readTaggedTable } from './tables/tags.js'

export const listTagsOfResource = operation('dynamodb.ListTagsOfResource', {
  read({ ResourceArn, NextToken }, { caller }) {
    const tableName = readTaggedTable(caller, 'ListTagsOfResource', ResourceArn)
    return { arn: ResourceArn, tableName, start: readToken(NextToken) }
  },

  async run(ctx, { arn, tableName, start }) {
    const table = await ctx.catalog.loadTable(ctx.caller, tableName)
    // AWS: a table that is not there is one the caller may not see.
    if (table === undefined) throw notAuthorized(ctx.caller, 'ListTagsOfResource', arn)
    const end = start + tagsPageMax
    return {
      Tags: table.tags.slice(start, end).map(({ key, value }) => ({ Key: key, Value: value })),
      ...(table.tags.length > end && { NextToken: writeToken(end) }),
    }
  },
})

/** A token is the position to go on from, dressed so that nobody counts on it. */
function writeToken(position: number): string {
  return Buffer.from(`tags:${position}`).toString('base64url')
}

function readToken(token: string | undefined): number {
  if (token === undefined) return 0
  const match = /^tags:(\d{1,4})$/.exec(Buffer.from(token, 'base64url').toString())
  if (match === null) throw validation('Invalid NextToken')
  return Number(match[1])
}
