/** ListAttachedUserPolicies: the managed policies of a user. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { userNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfAttachedPolicies } from './requests/policy-lists.js'

export const listAttachedUserPolicies = operation('iam.ListAttachedUserPolicies', {
  read(input, ctx) {
    const at = userNamed(ctx, input.UserName)
    return {
      at,
      prefix: input.PathPrefix,
      page: readListRequest(ctx, 'ListAttachedUserPolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListAttachedUserPolicies', at),

  async run(ctx, request) {
    return { output: await pageOfAttachedPolicies(ctx, request) }
  },
})
