/** DescribeScalingActivities: what was done, the newest first. A page may be empty and have another after it. */
import type { ScalingDeed } from '../../autoscaling/activity.js'
import { deedKeyOf } from '../../autoscaling/activity.js'
import { activitiesPerRequestMax, activityKeptMs } from '../../autoscaling/limits.js'
import type { ScalingActivityKey } from '../../storage/scaling-keys.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import {
  openPosition,
  readDescribe,
  resourceIn,
  sealPosition,
  type DescribeFilter,
  type DescribeRequest,
} from './requests/paging.js'
import { describeActivity } from './shapes/described.js'

interface ActivitiesRequest extends DescribeRequest {
  readonly withNotScaled: boolean
}

export const describeScalingActivities = operation('autoscaling.DescribeScalingActivities', {
  read(input): ActivitiesRequest {
    const request = readDescribe(input, { resourceIds: resourceIn(input) })
    return { ...request, withNotScaled: input.IncludeNotScaledActivities === true }
  },

  access: () => [onAnything('application-autoscaling:DescribeScalingActivities')],

  async run(ctx, request) {
    const { deeds, next } = await findDeeds(ctx, request)
    return { output: { ScalingActivities: deeds.map(describeActivity), NextToken: next } }
  },
})

async function findDeeds(ctx: OperationContext, request: ActivitiesRequest) {
  const { filter, max, token, withNotScaled } = request
  const deeds: ScalingDeed[] = []
  const digested = { ...filter, withNotScaled }
  const before =
    token === undefined ? undefined : (openPosition(ctx, digested, token) as ScalingActivityKey)
  if (!filter.isOurs) return { deeds, next: undefined }
  const { account, region } = ctx.caller
  const { activities } = await ctx.scaling()
  const sinceMs = ctx.clock.now() - activityKeptMs
  let last: ScalingDeed | undefined
  let looks = 0
  for await (const deed of activities.walk({ account, region }, before)) {
    if (deed.startedAtMs < sinceMs) break
    const isFull = deeds.length === max || looks++ === activitiesPerRequestMax
    if (isFull) return { deeds, next: sealPosition(ctx, digested, deedKeyOf(last!)) }
    last = deed
    if (isWanted(deed, filter) && (withNotScaled || deed.notScaled === undefined)) deeds.push(deed)
  }
  return { deeds, next: undefined }
}

function isWanted(
  { resourceId, dimension }: ScalingDeed,
  { resourceIds, dimension: wanted }: DescribeFilter,
): boolean {
  return (
    resourceIds?.includes(resourceId) !== false && (wanted === undefined || wanted === dimension)
  )
}
