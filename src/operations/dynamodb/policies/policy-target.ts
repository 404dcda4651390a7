/** The table or stream whose policy a request is about. AWS: only its owner may ask. */
import type { PolicyTarget } from '../../../catalog/resource-policy-record.js'
import { isOwn, type OwnScope } from '../../../model/arn.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import { readResourceArn } from '../tables/resource-arn.js'

export function readPolicyTarget(caller: OwnScope, arn: string): PolicyTarget {
  const { tableName, streamLabel, ...scope } = readResourceArn(arn)
  if (!arn.startsWith('arn:aws:') || (scope.region !== caller.region && !caller.isShared)) {
    throw invalidParameter(`Invalid resource Arn: ${arn}`)
  }
  if (!isOwn(caller, scope)) {
    throw validation(
      'This action is only supported by accounts that match the resource owner’s account.',
    )
  }
  const { account, region } = caller
  return { account, region, tableName, ...(streamLabel !== undefined && { streamLabel }) }
}
