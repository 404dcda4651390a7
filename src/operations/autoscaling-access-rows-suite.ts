/** What the operations of Application Auto Scaling declare that they touch, where no target is registered. */
import type { Json } from './database-suite.js'
import type { AccessRow } from './statement-access-rows-suite.js'

const prefix = 'arn:aws:application-autoscaling:us-east-1:000000000000:scalable-target'
const anyTarget = `${prefix}/*`
const one = `${prefix}/0abc`
const target = {
  ServiceNamespace: 'dynamodb',
  ResourceId: 'table/things',
  ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
}
const keys =
  ' application-autoscaling:service-namespace=dynamodb application-autoscaling:scalable-dimension=dynamodb:table:ReadCapacityUnits'

function onTarget(name: string, input: Json = {}, brought = ''): readonly AccessRow[] {
  return [
    [{ ...target, ...input }, `application-autoscaling:${name} ${anyTarget}${brought}${keys}`],
  ]
}

function onArn(name: string, input: Json, brought = ''): readonly AccessRow[] {
  return [[{ ResourceARN: one, ...input }, `application-autoscaling:${name} ${one}${brought}`]]
}

function onAll(name: string): readonly AccessRow[] {
  return [[{ ServiceNamespace: 'dynamodb' }, `application-autoscaling:${name} *`]]
}

const policy = {
  PolicyName: 'p',
  PolicyType: 'TargetTrackingScaling',
  TargetTrackingScalingPolicyConfiguration: {
    TargetValue: 70,
    PredefinedMetricSpecification: { PredefinedMetricType: 'DynamoDBReadCapacityUtilization' },
  },
}
const schedule = {
  ScheduledActionName: 's',
  Schedule: 'rate(1 day)',
  ScalableTargetAction: { MinCapacity: 1 },
}

const rows: Readonly<Record<string, readonly AccessRow[]>> = {
  RegisterScalableTarget: onTarget(
    'RegisterScalableTarget',
    { MinCapacity: 1, MaxCapacity: 10, Tags: { team: 'a' } },
    ' team=a',
  ),
  DeregisterScalableTarget: onTarget('DeregisterScalableTarget'),
  DescribeScalableTargets: onAll('DescribeScalableTargets'),
  PutScalingPolicy: onTarget('PutScalingPolicy', policy),
  DeleteScalingPolicy: onTarget('DeleteScalingPolicy', { PolicyName: 'p' }),
  DescribeScalingPolicies: onAll('DescribeScalingPolicies'),
  PutScheduledAction: onTarget('PutScheduledAction', schedule),
  DeleteScheduledAction: onTarget('DeleteScheduledAction', { ScheduledActionName: 's' }),
  DescribeScheduledActions: onAll('DescribeScheduledActions'),
  DescribeScalingActivities: onAll('DescribeScalingActivities'),
  ListTagsForResource: onArn('ListTagsForResource', {}),
  TagResource: onArn('TagResource', { Tags: { team: 'a' } }, ' team=a'),
  UntagResource: onArn('UntagResource', { TagKeys: ['team'] }, ' -team'),
}

export const autoscalingAccessRows: Readonly<Record<string, readonly AccessRow[]>> =
  Object.fromEntries(
    Object.entries(rows).map(([name, ofOperation]) => [`autoscaling.${name}`, ofOperation]),
  )
