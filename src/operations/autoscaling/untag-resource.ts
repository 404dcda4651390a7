/** UntagResource: removes tags of a target. */
import { operation } from '../operation.js'
import { onTargetArn } from './requests/named-target.js'
import { changeTags } from './requests/target-tags.js'

export const untagScalableTarget = operation('autoscaling.UntagResource', {
  read: ({ ResourceARN: arn, TagKeys: tagKeys }) => ({ arn, tagKeys }),

  access: (ctx, { arn, tagKeys }) =>
    onTargetArn(ctx, 'application-autoscaling:UntagResource', arn, { tagKeys }),

  async run(ctx, { arn, tagKeys }) {
    await changeTags(ctx, arn, (before) =>
      Object.fromEntries(Object.entries(before).filter(([key]) => !tagKeys.includes(key))),
    )
    return { output: {} }
  },
})
