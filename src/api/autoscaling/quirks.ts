/** Where Application Auto Scaling departs from its model. */
import type { Quirks } from '../quirks.js'

/** AWS: documented, and not in the model. */
const page = { min: 1, max: 50 }

export const autoscalingQuirks: Quirks = {
  // AWS: in the order of the alphabet, unlike the model.
  printedEnums: { PolicyType: ['PredictiveScaling', 'StepScaling', 'TargetTrackingScaling'] },
  siteLimits: {
    'DescribeScalableTargetsRequest.MaxResults': page,
    'DescribeScalingActivitiesRequest.MaxResults': page,
    'DescribeScalingPoliciesRequest.MaxResults': page,
    'DescribeScheduledActionsRequest.MaxResults': page,
  },
}
