/** DescribeScalingPolicies: the policies of targets. */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOfTargetParts, readDescribe, resourceIn } from './requests/paging.js'
import { describePolicy } from './shapes/described.js'

export const describeScalingPolicies = operation('autoscaling.DescribeScalingPolicies', {
  read: (input) =>
    readDescribe(input, { resourceIds: resourceIn(input), names: input.PolicyNames }),

  access: () => [onAnything('application-autoscaling:DescribeScalingPolicies')],

  async run(ctx, request) {
    const { parts, next } = await pageOfTargetParts(ctx, request, ({ policies }) =>
      policies.map((part) => ({ name: part.name, part })),
    )
    const policies = parts.map(({ target, part }) => describePolicy(target, part))
    return { output: { ScalingPolicies: policies, NextToken: next } }
  },
})
