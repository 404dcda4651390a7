/** ListGroups: the groups of the account, or those under a path, in the order of names. */
import { requirePathPrefix } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPath } from './requests/access.js'
import { pageOf, readListRequest } from './requests/paging.js'
import { principalsUnder } from './requests/walks.js'
import { describeGroup } from './shapes/principals.js'

export const listGroups = operation('iam.ListGroups', {
  read(input, ctx) {
    const prefix = requirePathPrefix(input.PathPrefix)
    return { prefix, page: readListRequest(ctx, 'ListGroups', input) }
  },

  access: (ctx, { prefix }) => onPath(ctx, 'iam:ListGroups', 'group', prefix),

  async run(ctx, { prefix, page }) {
    const source = principalsUnder(ctx, 'group', prefix)
    const { entries, end } = await pageOf(ctx, page, source, ({ name }) => name)
    return { output: { Groups: entries.map(describeGroup), ...end } }
  },
})
