/** What a target of auto scaling is found by. */
import type { Scope } from '../model/arn.js'

export type ScalingDimension =
  | 'dynamodb:table:ReadCapacityUnits'
  | 'dynamodb:table:WriteCapacityUnits'
  | 'dynamodb:index:ReadCapacityUnits'
  | 'dynamodb:index:WriteCapacityUnits'

export const scalingDimensions: readonly ScalingDimension[] = [
  'dynamodb:index:ReadCapacityUnits',
  'dynamodb:index:WriteCapacityUnits',
  'dynamodb:table:ReadCapacityUnits',
  'dynamodb:table:WriteCapacityUnits',
]

export interface TargetId extends Scope {
  /** `table/t` or `table/t/index/i`. */
  readonly resourceId: string
  readonly dimension: ScalingDimension
}

export function targetIdOf({ account, region, resourceId, dimension }: TargetId): TargetId {
  return { account, region, resourceId, dimension }
}
