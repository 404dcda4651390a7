/** ListAttachedRolePolicies: the managed policies of a role. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfAttachedPolicies } from './requests/policy-lists.js'

export const listAttachedRolePolicies = operation('iam.ListAttachedRolePolicies', {
  read(input, ctx) {
    const at = roleNamed(ctx, input.RoleName)
    return {
      at,
      prefix: input.PathPrefix,
      page: readListRequest(ctx, 'ListAttachedRolePolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListAttachedRolePolicies', at),

  async run(ctx, request) {
    return { output: await pageOfAttachedPolicies(ctx, request) }
  },
})
