/** UntagPolicy: removes tags from a managed policy. */
import { changePolicy } from '../../iam/customer-policies.js'
import { withoutIamTags } from '../../iam/iam-tags.js'
import { operation } from '../operation.js'
import { onPolicy } from './requests/access.js'

export const untagPolicy = operation('iam.UntagPolicy', {
  read: ({ PolicyArn: arn, TagKeys: keys }) => ({ arn, keys }),

  access: (ctx, { arn, keys }) => onPolicy(ctx, 'iam:UntagPolicy', arn, { tagKeys: keys }),

  async run({ iam, caller: { account } }, { arn, keys }) {
    await changePolicy(iam, { account, arn }, (policy) => ({
      policy: { ...policy, tags: withoutIamTags(policy.tags, keys, 'counts') },
      result: undefined,
    }))
    return { output: undefined }
  },
})
