/** ListRoleTags: the tags of a role, in the order of their keys. */
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfTags } from './requests/tags.js'

export const listRoleTags = operation('iam.ListRoleTags', {
  read(input, ctx) {
    return { at: roleNamed(ctx, input.RoleName), page: readListRequest(ctx, 'ListRoleTags', input) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListRoleTags', at),

  async run(ctx, { at, page }) {
    const { tags } = await requirePrincipal(ctx.iam, at)
    return { output: await pageOfTags(ctx, page, tags) }
  },
})
