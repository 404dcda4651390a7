/** ListAttachedGroupPolicies: the managed policies of a group. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { groupNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfAttachedPolicies } from './requests/policy-lists.js'

export const listAttachedGroupPolicies = operation('iam.ListAttachedGroupPolicies', {
  read(input, ctx) {
    const at = groupNamed(ctx, input.GroupName)
    return {
      at,
      prefix: input.PathPrefix,
      page: readListRequest(ctx, 'ListAttachedGroupPolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListAttachedGroupPolicies', at),

  async run(ctx, request) {
    return { output: await pageOfAttachedPolicies(ctx, request) }
  },
})
