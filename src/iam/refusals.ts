/** IAM's errors, in AWS's sentences. */
import { accessDenied, ServiceError, validation } from '../model/errors.js'

export type PrincipalKind = 'user' | 'group' | 'role'

export function noSuchEntity(message: string): ServiceError {
  return new ServiceError('NoSuchEntityException', message)
}

export function noSuchPrincipal(kind: PrincipalKind, name: string): ServiceError {
  return noSuchEntity(`The ${kind} with name ${name} cannot be found.`)
}

export function noSuchInlinePolicy(kind: PrincipalKind, policyName: string): ServiceError {
  return noSuchEntity(`The ${kind} policy with name ${policyName} cannot be found.`)
}

export function noSuchAccessKey(id: string): ServiceError {
  return noSuchEntity(`The Access Key with id ${id} cannot be found.`)
}

export function noSuchPolicy(arn: string): ServiceError {
  return noSuchEntity(`Policy ${arn} was not found.`)
}

export function notAttachable(arn: string): ServiceError {
  return noSuchEntity(`Policy ${arn} does not exist or is not attachable.`)
}

export function noSuchPolicyVersion(arn: string, versionId: string): ServiceError {
  return noSuchEntity(`Policy ${arn} version ${versionId} does not exist or is not attachable.`)
}

const capitalised = { user: 'User', group: 'Group', role: 'Role' } as const

export function principalExists(kind: PrincipalKind, name: string): ServiceError {
  return entityExists(`${capitalised[kind]} with name ${name} already exists.`)
}

export function entityExists(message: string): ServiceError {
  return new ServiceError('EntityAlreadyExistsException', message)
}

/** AWS: tells what has to go first. */
export function deleteConflict(message: string): ServiceError {
  return new ServiceError('DeleteConflictException', message)
}

export function stillHas(what: string): ServiceError {
  return deleteConflict(`Cannot delete entity, must ${what} first.`)
}

export function quotaExceeded(quota: string, max: number): ServiceError {
  return iamLimitExceeded(`Cannot exceed quota for ${quota}: ${max}`)
}

export function iamLimitExceeded(message: string): ServiceError {
  return new ServiceError('LimitExceededException', message)
}

export function invalidInput(message: string): ServiceError {
  return new ServiceError('InvalidInputException', message)
}

export function malformedPolicy(message: string): ServiceError {
  return new ServiceError('MalformedPolicyDocumentException', message)
}

export function invalidIamArn(arn: string): ServiceError {
  return validation(`ARN ${arn} is not valid.`)
}

/** AWS: without a user's name, its own credentials are needed. */
export function userNameNeeded(): ServiceError {
  return validation('Must specify userName when calling with non-User credentials')
}

export function policyOutsideAccount(): ServiceError {
  return accessDenied('Policy is outside your own account.')
}
