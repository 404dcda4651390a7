/** ListUserTags: the tags of a user, in the order of their keys. */
import { requirePrincipal } from '../../iam/principals.js'
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfTags } from './requests/tags.js'

export const listUserTags = operation('iam.ListUserTags', {
  read(input, ctx) {
    return { at: userNamed(ctx, input.UserName), page: readListRequest(ctx, 'ListUserTags', input) }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListUserTags', at),

  async run(ctx, { at, page }) {
    const { tags } = await requirePrincipal(ctx.iam, at)
    return { output: await pageOfTags(ctx, page, tags) }
  },
})
