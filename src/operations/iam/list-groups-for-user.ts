/** ListGroupsForUser: the groups that a user is in. */
import { groupAt } from '../../iam/groups.js'
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { pageOf, readListRequest, sourceOf } from './requests/paging.js'
import { describeGroup } from './shapes/principals.js'

export const listGroupsForUser = operation('iam.ListGroupsForUser', {
  read(input, ctx) {
    return {
      at: userNamed(ctx, input.UserName),
      page: readListRequest(ctx, 'ListGroupsForUser', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListGroupsForUser', at),

  async run(ctx, { at, page }) {
    const { account, groups } = await requirePrincipal(ctx.iam, at)
    const found = await ctx.iam.findAll(groups.map((name) => groupAt(account, name)))
    const there = found.filter((group) => group !== undefined)
    const keyOf = ({ name }: { readonly name: string }) => name
    const { entries, end } = await pageOf(ctx, page, sourceOf(there, keyOf), keyOf)
    return { output: { Groups: entries.map(describeGroup), ...end } }
  },
})
