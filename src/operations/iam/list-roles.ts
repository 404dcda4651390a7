/** ListRoles: the roles of the account, or those under a path, in the order of names. */
import { requirePathPrefix } from '../../iam/names.js'
import { operation } from '../operation.js'
import { onPath } from './requests/access.js'
import { pageOf, readListRequest } from './requests/paging.js'
import { principalsUnder } from './requests/walks.js'
import { listedRole } from './shapes/principals.js'

export const listRoles = operation('iam.ListRoles', {
  read(input, ctx) {
    const prefix = requirePathPrefix(input.PathPrefix)
    return { prefix, page: readListRequest(ctx, 'ListRoles', input) }
  },

  access: (ctx, { prefix }) => onPath(ctx, 'iam:ListRoles', 'role', prefix),

  async run(ctx, { prefix, page }) {
    const source = principalsUnder(ctx, 'role', prefix)
    const { entries, end } = await pageOf(ctx, page, source, ({ name }) => name)
    return { output: { Roles: entries.map(listedRole), ...end } }
  },
})
