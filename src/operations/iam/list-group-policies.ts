/** ListGroupPolicies: the names of the inline policies of a group. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfInlinePolicies } from './requests/policy-lists.js'

export const listGroupPolicies = operation('iam.ListGroupPolicies', {
  read(input, ctx) {
    return {
      at: groupNamed(ctx, input.GroupName),
      page: readListRequest(ctx, 'ListGroupPolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListGroupPolicies', at),

  async run(ctx, { at, page }) {
    return { output: await pageOfInlinePolicies(ctx, page, at) }
  },
})
