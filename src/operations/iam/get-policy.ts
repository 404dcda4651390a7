/** GetPolicy: a managed policy, without its document. */
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { requirePolicyView } from './requests/policy-views.js'
import { describePolicy } from './shapes/policies.js'

export const getPolicy = operation('iam.GetPolicy', {
  read: ({ PolicyArn }) => PolicyArn,

  access: (ctx, arn) => onPolicy(ctx, 'iam:GetPolicy', arn),

  async run(ctx, arn) {
    return { output: { Policy: describePolicy(await requirePolicyView(ctx, arn)) } }
  },
})
