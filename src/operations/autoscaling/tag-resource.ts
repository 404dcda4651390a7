/** TagResource: adds tags to a target, or changes their values. */
import { scalingTagsMax } from '../../autoscaling/limits.js'
import { operation } from '../operation.js'
import { tooManyTags } from './requests/errors.js'
import { onTargetArn, pairsOf } from './requests/named-target.js'
import { changeTags } from './requests/target-tags.js'

export const tagScalableTarget = operation('autoscaling.TagResource', {
  read: ({ ResourceARN: arn, Tags: tags }) => ({ arn, tags }),

  access: (ctx, { arn, tags }) =>
    onTargetArn(ctx, 'application-autoscaling:TagResource', arn, { tags: pairsOf(tags) }),

  async run(ctx, { arn, tags }) {
    await changeTags(ctx, arn, (before) => {
      const after = { ...before, ...tags }
      if (Object.keys(after).length > scalingTagsMax) throw tooManyTags(arn)
      return after
    })
    return { output: {} }
  },
})
