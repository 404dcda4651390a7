/** The managed policies that principals refer to by ARN, and how many refer to each. */
import type { ServiceError } from '../model/errors.js'
import { iamArn, parseIamArn } from './arns.js'
import type { IamPolicy } from './entities.js'
import type { IamWrite } from './iam-store.js'
import { findManagedPolicy } from './managed-policies.js'
import { invalidIamArn, invalidInput, notAttachable, noSuchEntity } from './refusals.js'

export interface PolicyAddress {
  readonly kind: 'policy'
  readonly account: string
  readonly name: string
}

/** Where AWS's own policies would be: nothing is stored there. */
export const awsAccount = 'aws'

export function policyAddressOf(arn: string): PolicyAddress {
  const parsed = parseIamArn(arn)
  if (parsed?.kind !== 'policy') throw invalidIamArn(arn)
  return { kind: 'policy', account: parsed.account, name: parsed.name }
}

/** The address of a boundary; for none, one at which nothing is stored. */
export function boundaryAddressOf(arn: string | undefined): PolicyAddress {
  if (arn === undefined) return { kind: 'policy', account: awsAccount, name: '' }
  const parsed = parseIamArn(arn)
  if (parsed?.kind !== 'policy') throw invalidInput(`ARN ${arn} is not valid.`)
  return { kind: 'policy', account: parsed.account, name: parsed.name }
}

/** Whether an ARN names a policy that the account can use: its own, as it was found, or one of AWS's. */
export function isUsable(account: string, arn: string, found: IamPolicy | undefined): boolean {
  if (findManagedPolicy(arn) !== undefined) return true
  return found?.account === account && iamArn('policy', found) === arn
}

export function requireAttachable(
  account: string,
  arn: string,
  found: IamPolicy | undefined,
): void {
  if (!isUsable(account, arn, found)) throw notAttachable(arn)
}

export function requireBoundary(
  account: string,
  arn: string | undefined,
  found: IamPolicy | undefined,
): void {
  if (arn !== undefined && !isUsable(account, arn, found)) throw noSuchBoundary(arn)
}

function noSuchBoundary(arn: string): ServiceError {
  return noSuchEntity(`Scope ARN: ${arn} does not exist or is not attachable.`)
}

/** The write that counts a use more or less. AWS's own policies are not counted. */
export function countedUse(
  at: PolicyAddress,
  policy: IamPolicy | undefined,
  change: Partial<Pick<IamPolicy, 'attachmentCount' | 'boundaryCount'>>,
): readonly IamWrite[] {
  if (policy === undefined) return []
  const record = {
    ...policy,
    attachmentCount: policy.attachmentCount + (change.attachmentCount ?? 0),
    boundaryCount: policy.boundaryCount + (change.boundaryCount ?? 0),
  }
  return [{ at, record }]
}
