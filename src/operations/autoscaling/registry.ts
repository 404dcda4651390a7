/** The operations of Application Auto Scaling, loaded with the first call of one of them. */
import type { Operation } from '../operation.js'
import { deleteScalingPolicy } from './delete-scaling-policy.js'
import { deleteScheduledAction } from './delete-scheduled-action.js'
import { deregisterScalableTarget } from './deregister-scalable-target.js'
import { describeScalableTargets } from './describe-scalable-targets.js'
import { describeScalingActivities } from './describe-scaling-activities.js'
import { describeScalingPolicies } from './describe-scaling-policies.js'
import { describeScheduledActions } from './describe-scheduled-actions.js'
import { listTagsForScalableTarget } from './list-tags-for-resource.js'
import { putScalingPolicy } from './put-scaling-policy.js'
import { putScheduledAction } from './put-scheduled-action.js'
import { registerScalableTarget } from './register-scalable-target.js'
import { tagScalableTarget } from './tag-resource.js'
import { untagScalableTarget } from './untag-resource.js'

export const autoscalingOperations: readonly Operation[] = [
  deleteScalingPolicy,
  deleteScheduledAction,
  deregisterScalableTarget,
  describeScalableTargets,
  describeScalingActivities,
  describeScalingPolicies,
  describeScheduledActions,
  listTagsForScalableTarget,
  putScalingPolicy,
  putScheduledAction,
  registerScalableTarget,
  tagScalableTarget,
  untagScalableTarget,
]
