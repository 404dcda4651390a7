/** Changes of the tags of a target. */
import type { ScalingTarget } from '../../../autoscaling/scaling-target.js'
import type { OperationContext } from '../../operation.js'
import { scalingResourceNotFound } from './errors.js'
import { findByArn } from './named-target.js'

type Tags = ScalingTarget['tags']

export async function changeTags(
  ctx: OperationContext,
  arn: string,
  change: (tags: Tags) => Tags,
): Promise<void> {
  const target = await findByArn(ctx, arn)
  if (target === undefined) throw scalingResourceNotFound(arn)
  const { targets } = await ctx.scaling()
  await targets.change(target, (before) => {
    // Another target may have come to the resource since.
    if (before?.id !== target.id) throw scalingResourceNotFound(arn)
    return { target: { ...before, tags: change(before.tags) }, result: undefined }
  })
}
