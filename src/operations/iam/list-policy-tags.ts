/** ListPolicyTags: the tags of a managed policy, in the order of their keys. */
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { readListRequest } from './requests/paging.js'
import { requirePolicyView } from './requests/policy-views.js'
import { pageOfTags } from './requests/tags.js'

export const listPolicyTags = operation('iam.ListPolicyTags', {
  read: (input, ctx) => ({
    arn: input.PolicyArn,
    page: readListRequest(ctx, 'ListPolicyTags', input),
  }),

  access: (ctx, { arn }) => onPolicy(ctx, 'iam:ListPolicyTags', arn),

  async run(ctx, { arn, page }) {
    const { tags } = await requirePolicyView(ctx, arn)
    return { output: await pageOfTags(ctx, page, tags) }
  },
})
