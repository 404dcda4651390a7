/** ListUsers: the users of the account, or those under a path, in the order of names. */
import { requirePathPrefix } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPath } from './requests/access.js'
import { pageOf, readListRequest } from './requests/paging.js'
import { principalsUnder } from './requests/walks.js'
import { listedUser } from './shapes/principals.js'

export const listUsers = operation('iam.ListUsers', {
  read(input, ctx) {
    const prefix = requirePathPrefix(input.PathPrefix)
    return { prefix, page: readListRequest(ctx, 'ListUsers', input) }
  },

  access: (ctx, { prefix }) => onPath(ctx, 'iam:ListUsers', 'user', prefix),

  async run(ctx, { prefix, page }) {
    const source = principalsUnder(ctx, 'user', prefix)
    const { entries, end } = await pageOf(ctx, page, source, ({ name }) => name)
    return { output: { Users: entries.map(listedUser), ...end } }
  },
})
