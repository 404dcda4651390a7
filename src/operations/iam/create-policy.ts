/** CreatePolicy: a new managed policy with its first version. */
import { iamArn } from '../../iam/arns.js'
import { makePolicy } from '../../iam/customer-policies.js'
import { requireIamName, requirePolicyPath } from '../../iam/names.js'
import { operation } from '../operation.js'
import { accessOf } from './requests/access.js'
import { readTags, tagsMember } from './requests/tags.js'
import { listedPolicy, viewOfOwn } from './shapes/policies.js'

export const createPolicy = operation('iam.CreatePolicy', {
  read(input, { caller: { account } }) {
    return {
      account,
      name: requireIamName('policyName', input.PolicyName),
      path: requirePolicyPath(input.Path),
      document: input.PolicyDocument,
      description: input.Description,
      tags: readTags(input.Tags),
    }
  },

  access(_ctx, policy) {
    const arn = iamArn('policy', policy)
    const { tags } = policy
    const creating = accessOf('iam:CreatePolicy', arn, { tags })
    // AWS: tags take a right of their own.
    return tags.length === 0 ? [creating] : [creating, accessOf('iam:TagPolicy', arn, { tags })]
  },

  async run(ctx, request) {
    const policy = listedPolicy(viewOfOwn(await makePolicy(ctx, request)))
    return { output: { Policy: { ...policy, ...tagsMember(request.tags) } } }
  },
})
