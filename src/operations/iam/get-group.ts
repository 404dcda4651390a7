/** GetGroup: a group and its members, in the order of their names. */
import { membersOf } from '../../iam/groups.js'
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'
import { pageOf, readListRequest } from './requests/paging.js'
import { describeGroup, listedUser } from './shapes/principals.js'

export const getGroup = operation('iam.GetGroup', {
  read(input, ctx) {
    return { at: groupNamed(ctx, input.GroupName), page: readListRequest(ctx, 'GetGroup', input) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:GetGroup', at),

  async run(ctx, { at, page }) {
    const group = await requirePrincipal(ctx.iam, at)
    const source = (after: string | undefined) => membersOf(ctx.iam, group, after)
    const { entries, end } = await pageOf(ctx, page, source, ({ name }) => name)
    return { output: { Group: describeGroup(group), Users: entries.map(listedUser), ...end } }
  },
})
