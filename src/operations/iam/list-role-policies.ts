/** ListRolePolicies: the names of the inline policies of a role. */
import { operation } from '../operation.js'
import { onPrincipal } from './requests/access.js'
import { roleNamed } from './requests/names.js'
import { readListRequest } from './requests/paging.js'
import { pageOfInlinePolicies } from './requests/policy-lists.js'

export const listRolePolicies = operation('iam.ListRolePolicies', {
  read(input, ctx) {
    return {
      at: roleNamed(ctx, input.RoleName),
      page: readListRequest(ctx, 'ListRolePolicies', input),
    }
  },

  access: (ctx, { at }) => onPrincipal(ctx, 'iam:ListRolePolicies', at),

  async run(ctx, { at, page }) {
    return { output: await pageOfInlinePolicies(ctx, page, at) }
  },
})
