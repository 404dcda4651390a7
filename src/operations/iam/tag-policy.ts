/** TagPolicy: adds tags to a managed policy, or changes their values. */
import { changePolicy } from '../../iam/customer-policies.js'
import { requireDistinctTags, withIamTags } from '../../iam/iam-tags.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { readTags } from './requests/tags.js'

export const tagPolicy = operation('iam.TagPolicy', {
  read({ PolicyArn: arn, Tags }) {
    const tags = readTags(Tags)
    requireDistinctTags(tags, 'counts')
    return { arn, tags }
  },

  access: (ctx, { arn, tags }) => onPolicy(ctx, 'iam:TagPolicy', arn, { tags }),

  async run({ iam, caller: { account } }, { arn, tags }) {
    await changePolicy(iam, { account, arn }, (policy) => ({
      policy: { ...policy, tags: withIamTags(policy.tags, tags, 'counts') },
      result: undefined,
    }))
    return { output: undefined }
  },
})
