/** ListTagsForResource: the tags of a target. */
import { operation } from '../operation.js'
import { findByArn, onTargetArn } from './requests/named-target.js'
import { scalingResourceNotFound } from './requests/errors.js'

export const listTagsForScalableTarget = operation('autoscaling.ListTagsForResource', {
  read: ({ ResourceARN }) => ResourceARN,

  access: (ctx, arn) => onTargetArn(ctx, 'application-autoscaling:ListTagsForResource', arn),

  async run(ctx, arn) {
    const target = await findByArn(ctx, arn)
    if (target === undefined) throw scalingResourceNotFound(arn)
    return { output: { Tags: target.tags } }
  },
})
