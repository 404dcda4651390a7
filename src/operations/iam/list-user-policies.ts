/** ListUserPolicies: the names of the inline policies of a user. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfInlinePolicies } from './requests/policy-lists.js'

export const listUserPolicies = operation('iam.ListUserPolicies', {
  read(input, ctx) {
    return {
      at: userNamed(ctx, input.UserName),
      page: readListRequest(ctx, 'ListUserPolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListUserPolicies', at),

  async run(ctx, { at, page }) {
    return { output: await pageOfInlinePolicies(ctx, page, at) }
  },
})
