/** DescribeScalableTargets: targets, in the order of resources. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOfTargetParts, readDescribe } from './requests/paging.js'
import { describeTarget } from './shapes/described.js'

export const describeScalableTargets = operation('autoscaling.DescribeScalableTargets', {
  read: (input) => readDescribe(input, { resourceIds: input.ResourceIds }),

  access: () => [onAnything('application-autoscaling:DescribeScalableTargets')],

  async run(ctx, request) {
    const { parts, next } = await pageOfTargetParts(ctx, request, (target) => [
      { name: '', part: target },
    ])
    const targets = parts.map(({ part }) => describeTarget(part))
    return { output: { ScalableTargets: targets, NextToken: next } }
  },
})
